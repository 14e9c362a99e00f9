/** A game's texts/<language>.toml: its texts by dotted name; one with plural forms has two. */
declare module '*.toml' {
  const entries: Record<string, string | { one: string; other: string }>;
  export default entries;
}
