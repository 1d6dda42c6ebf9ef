/** The names of a person in an address; each may be missing. */
interface PersonNames {
  readonly prefix?: string | null | undefined;
  readonly firstname?: string | null | undefined;
  readonly middlename?: string | null | undefined;
  readonly lastname?: string | null | undefined;
  readonly suffix?: string | null | undefined;
}

/** The names in an address; null where one is missing. */
export function personNames(names: PersonNames): { readonly [K in keyof PersonNames]-?: string | null } {
  return {
    prefix: names.prefix ?? null,
    firstname: names.firstname ?? null,
    middlename: names.middlename ?? null,
    lastname: names.lastname ?? null,
    suffix: names.suffix ?? null,
  };
}
