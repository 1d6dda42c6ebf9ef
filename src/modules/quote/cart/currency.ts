import type { Call } from '../../../kernel/call.ts';
import { currencySettings } from '../../../kernel/shop-settings.ts';
import type { CartOutput } from '../types.ts';
import type { StoredCart } from './cart.ts';

/** The currencies of a cart, and the rates from the base currency. */
export interface CartCurrencies {
  readonly global: string;
  readonly base: string;
  readonly displayed: string;
  readonly baseToGlobal: number;
  readonly baseToDisplayed: number;
}

/** A store view, and the currency that a buyer chose there. */
export type CartPlace = Pick<StoredCart, 'store_id' | 'quote_currency_code'>;

/** The currencies of a cart. A choice that its store view does not allow any more does not count. */
export function currenciesOf(
  call: Call,
  { store_id: storeId, quote_currency_code: chosen }: CartPlace,
): CartCurrencies {
  const { store, directory } = call.services;
  const global = call.config.of(currencySettings.base);
  const base = store.baseCurrency(call, storeId);
  const isAllowed = chosen !== undefined && store.allowedCurrencies(call, storeId).includes(chosen);
  const displayed = isAllowed ? chosen : store.displayCurrency(call, storeId);
  // Without a rate, amounts cannot be converted and are in the base currency.
  const baseToDisplayed = directory.rate(base, displayed);
  return {
    global,
    base,
    displayed: baseToDisplayed === undefined ? base : displayed,
    baseToGlobal: directory.rate(base, global) ?? 1,
    baseToDisplayed: baseToDisplayed ?? 1,
  };
}

/** The scope of carts that a call creates or reads as a storefront: its store view and currency. */
export function placeOfCall(call: Call): CartPlace {
  const { storeId, currency } = call.scope;
  const isChosen = currency !== undefined && currency !== call.services.store.displayCurrency(call, storeId);
  return { store_id: storeId, quote_currency_code: isChosen ? currency : undefined };
}

/** The currencies in a response; the rates of the store are no longer used and are 0. */
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
