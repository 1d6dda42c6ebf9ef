/** A time may be given as such; the server keeps UTC. */
type Given<V> = V extends string ? V | Date : V;

/** What a field is compared with: a value, a list of which it has one, null where it has none, or comparisons that all hold. */
export type Condition<V> = Given<V> | readonly Given<V>[] | null | Comparisons<V>;

/** Comparisons by the interface's names. */
export interface Comparisons<V> {
  readonly eq?: Given<V>;
  readonly neq?: Given<V>;
  readonly gt?: Given<V>;
  readonly gteq?: Given<V>;
  readonly lt?: Given<V>;
  readonly lteq?: Given<V>;
  readonly moreq?: Given<V>;
  readonly from?: Given<V>;
  readonly to?: Given<V>;
  readonly in?: readonly Given<V>[];
  readonly nin?: readonly Given<V>[];
  /** With % for any text. */
  readonly like?: string;
  readonly nlike?: string;
  readonly finset?: Given<V>;
  readonly nfinset?: Given<V>;
  readonly null?: true;
  readonly notnull?: true;
}

type Scalar = string | number | boolean;
type ScalarNames<I> = { [K in keyof I]-?: NonNullable<I[K]> extends Scalar ? K : never }[keyof I] & string;

/** Fields of what is listed, each with what it is compared with. What has custom attributes can be found by any of them. */
export type Conditions<I> = {
  readonly [K in ScalarNames<I>]?: Condition<NonNullable<I[K]>>;
} & ('custom_attributes' extends keyof I
  ? {
      readonly [attribute: string]:
        Condition<never> | Condition<string> | Condition<number> | Condition<boolean> | undefined;
    }
  : unknown);

/** Fields to sort by, the most important first. */
export type Sorting<I> = { readonly [K in ScalarNames<I>]?: 'ASC' | 'DESC' } & ('custom_attributes' extends keyof I
  ? { readonly [attribute: string]: 'ASC' | 'DESC' | undefined }
  : unknown);

/** Search criteria in the interface's own form, for what the others do not say. */
export interface RawCriteria {
  readonly filter_groups?: readonly {
    readonly filters?: readonly { readonly field: string; readonly value?: Scalar; readonly condition_type?: string }[];
  }[];
  readonly sort_orders?: readonly { readonly field: string; readonly direction?: 'ASC' | 'DESC' }[];
  readonly page_size?: number;
  readonly current_page?: number;
}

/** What is asked of a list. */
export interface Criteria<I> {
  /** All of these hold. */
  readonly where?: Conditions<I> | undefined;
  /** Of each of these objects one condition holds. */
  readonly anyOf?: Conditions<I> | readonly Conditions<I>[] | undefined;
  readonly sort?: Sorting<I> | undefined;
  /** Items of a page; 100 unless told. */
  readonly pageSize?: number | undefined;
  /** The page to begin with; the first unless told. */
  readonly page?: number | undefined;
  /** The interface's own form; what is said beside it is added to it. */
  readonly searchCriteria?: RawCriteria | undefined;
}

/** A filter on the wire. */
interface Filter {
  readonly field: string;
  readonly condition_type: string;
  readonly value: string;
}

type AnyConditions = Readonly<Record<string, unknown>>;

/** Criteria whose page is not yet said. */
export type PagelessCriteria = Omit<RawCriteria, 'current_page'> & { readonly page_size: number };

/** Translates what is asked into the interface's form. Throws a TypeError for what it has no form for. */
export function toSearchCriteria<I>({
  where,
  anyOf,
  sort,
  pageSize,
  searchCriteria: raw,
}: Criteria<I>): PagelessCriteria {
  const all = where ? filtersOf(where).map((filter) => ({ filters: [filter] })) : [];
  const some = ([anyOf ?? []].flat() as AnyConditions[]).map((conditions) => ({ filters: filtersOf(conditions) }));
  const orders = Object.entries((sort ?? {}) as Readonly<Record<string, 'ASC' | 'DESC'>>).map(([field, direction]) => ({
    field,
    direction,
  }));
  return {
    filter_groups: [...(raw?.filter_groups ?? []), ...all, ...some],
    sort_orders: [...(raw?.sort_orders ?? []), ...orders],
    page_size: pageSize ?? raw?.page_size ?? 100,
  };
}

function filtersOf(conditions: AnyConditions): Filter[] {
  return Object.entries(conditions).flatMap(([field, condition]) =>
    comparisonsOf(field, condition).map(([condition_type, value]) => ({
      field,
      condition_type,
      value: Array.isArray(value) ? value.map((one) => listed(field, one)).join(',') : textOf(value),
    })),
  );
}

function comparisonsOf(field: string, condition: unknown): [string, unknown][] {
  // Left out by mistake, a condition would find more than was meant.
  if (condition === undefined) throw new TypeError(`${field} is compared with undefined`);
  if (condition === null) return [['null', true]];
  if (Array.isArray(condition)) return [['in', condition]];
  if (typeof condition !== 'object' || condition instanceof Date) return [['eq', condition]];
  const comparisons = Object.entries(condition);
  if (comparisons.length === 0 || comparisons.some(([, value]) => value === undefined)) {
    throw new TypeError(`${field} is compared with undefined`);
  }
  return comparisons;
}

/** A value of a list, which travels as text with commas. */
function listed(field: string, value: unknown): string {
  const text = textOf(value);
  if (text.includes(',')) throw new TypeError(`a value of a list cannot have a comma: ${field} "${text}"`);
  return text;
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : String(value);
}
