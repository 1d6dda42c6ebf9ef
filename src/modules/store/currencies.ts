import type { Call } from '../../kernel/call.ts';

/** Values of the setting that says whether websites have prices, and with them a base currency, of their own. */
const PRICE_SCOPE_WEBSITE = '1';

/** Currency that the prices of a store view are kept in: its website's when prices are per website, else the global one. */
export function baseCurrency(call: Call, storeId: number): string {
  const perWebsite = call.config.get('catalog/price/scope') === PRICE_SCOPE_WEBSITE;
  const websiteId = perWebsite ? call.services.store.websiteOf(storeId) : undefined;
  return call.config.get('currency/options/base', { websiteId })!;
}

/** Currency that a store view shows when the visitor chose none. */
export function displayCurrency(call: Call, storeId: number): string {
  return call.config.get('currency/options/default', { storeId })!;
}

/** Currencies that a visitor of a store view may choose from, in the order of the setting. */
export function allowedCurrencies(call: Call, storeId: number): string[] {
  return call.config.get('currency/options/allow', { storeId })!.split(',');
}
