/** The names of the places where products are visible, by the value of the attribute. */
const names: ReadonlyMap<string, string> = new Map([
  ['1', 'Not Visible Individually'],
  ['2', 'Catalog'],
  ['3', 'Search'],
  ['4', 'Catalog, Search'],
]);

/** The name of a value of `visibility`. */
export function visibilityName(value: string | number | undefined): string | null {
  return names.get(String(value)) ?? null;
}

/** The values of `visibility` with a name. */
export function visibilitiesNamed(name: string): string[] {
  return [...names].flatMap(([value, own]) => (own === name ? [value] : []));
}
