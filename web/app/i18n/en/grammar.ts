/** How English counts and lists. */

const rules = new Intl.PluralRules('en');
/** A number and what it counts. */
export const counted = (n: number, one: string, other: string) => `${n} ${rules.select(n) === 'one' ? one : other}`;
export const listed = (names: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
