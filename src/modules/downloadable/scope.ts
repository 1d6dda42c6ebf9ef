import type { Call } from '../../kernel/call.ts';

/** Values by store or website id; 0 for all. */
export type ValuesByScope<T> = Readonly<Record<number, T>>;

/** Setting that gives each website prices of its own. */
const PRICE_SCOPE = 'catalog/price/scope';

/** The website whose price is written or shown in a store view; 0 while prices are the same everywhere. */
export function priceWebsite(call: Call, storeId: number): number {
  if (call.config.get(PRICE_SCOPE) !== '1') return 0;
  return call.services.store.websiteOf(storeId) ?? 0;
}

/** The value of a scope, else that of all. */
export function valueIn<T>(values: ValuesByScope<T>, id: number): T | undefined {
  return values[id] ?? values[0];
}

/** Values with one more, unless it is the one that is in force anyway. */
export function withValue<T>(values: ValuesByScope<T>, id: number, value: T): ValuesByScope<T> {
  return valueIn(values, id) === value ? values : { ...values, [id]: value };
}

/** Values without the one of a scope, which then shows that of all. */
export function withoutValue<T>(values: ValuesByScope<T>, id: number): ValuesByScope<T> {
  const { [id]: _, ...rest } = values;
  return rest;
}
