import type { Call } from '../../kernel/call.ts';

/** Values by store or website id; 0 for all. */
export type ValuesByScope<T> = Readonly<Record<number, T>>;

/** The setting that lets each website have prices of its own. */
const PRICE_SCOPE = 'catalog/price/scope';

/** The website whose price a store view shows or writes; 0 if prices are the same everywhere. */
export function priceWebsite(call: Call, storeId: number): number {
  if (call.config.get(PRICE_SCOPE) !== '1') return 0;
  return call.services.store.websiteOf(storeId) ?? 0;
}

/** The value of a scope; without one, that of all scopes. */
export function valueIn<T>(values: ValuesByScope<T>, id: number): T | undefined {
  return values[id] ?? values[0];
}

/** Values with that of a scope set, unless the scope has that value anyway. */
export function withValue<T>(values: ValuesByScope<T>, id: number, value: T): ValuesByScope<T> {
  return valueIn(values, id) === value ? values : { ...values, [id]: value };
}

/** Values without that of a scope, which then has the value of all scopes. */
export function withoutValue<T>(values: ValuesByScope<T>, id: number): ValuesByScope<T> {
  const { [id]: _, ...rest } = values;
  return rest;
}
