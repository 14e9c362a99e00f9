/** Comment le français compte et énumère. */

const rules = new Intl.PluralRules('fr');
/** Un nombre et ce qu’il compte. */
export const counted = (n: number, one: string, other: string) =>
  `${n} ${{ one, other }[rules.select(n) === 'one' ? 'one' : 'other']}`;
export const listed = (names: string[]) => new Intl.ListFormat('fr', { type: 'conjunction' }).format(names);
