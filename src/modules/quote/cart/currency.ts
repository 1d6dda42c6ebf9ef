import type { Call } from '../../../kernel/call.ts';
import type { CartOutput } from '../types.ts';

/** The currencies of a cart, and the rates from the base currency. */
export interface CartCurrencies {
  readonly global: string;
  readonly base: string;
  readonly displayed: string;
  readonly baseToGlobal: number;
  readonly baseToDisplayed: number;
}

/** The currencies of carts of a store view. */
export function currenciesOf(call: Call, storeId: number): CartCurrencies {
  const { store, directory } = call.services;
  const global = call.config.get('currency/options/base')!;
  const base = store.baseCurrency(call, storeId);
  // Without a rate nothing can be converted: amounts are then shown in the base currency.
  const wanted = store.displayCurrency(call, storeId);
  const baseToDisplayed = directory.rate(base, wanted);
  return {
    global,
    base,
    displayed: baseToDisplayed === undefined ? base : wanted,
    baseToGlobal: directory.rate(base, global) ?? 1,
    baseToDisplayed: baseToDisplayed ?? 1,
  };
}

/** The currencies for an answer; the rates of the store are no longer used and are 0. */
export function showCurrencies(currencies: CartCurrencies): NonNullable<CartOutput['currency']> {
  return {
    global_currency_code: currencies.global,
    base_currency_code: currencies.base,
    store_currency_code: currencies.base,
    quote_currency_code: currencies.displayed,
    store_to_base_rate: 0,
    store_to_quote_rate: 0,
    base_to_global_rate: currencies.baseToGlobal,
    base_to_quote_rate: currencies.baseToDisplayed,
  };
}
