import type { Call } from '../../kernel/call.ts';
import { currencySettings } from '../../kernel/shop-settings.ts';
import { priceScope } from './configuration.ts';

/** Currency of the prices of a store view: its website's when prices are per website, else the global one. */
export function baseCurrency(call: Call, storeId: number): string {
  const perWebsite = call.config.of(priceScope) === 'website';
  const websiteId = perWebsite ? call.services.store.websiteOf(storeId) : undefined;
  return call.config.of(currencySettings.base, { websiteId });
}

/** Default display currency of a store view. */
export function displayCurrency(call: Call, storeId: number): string {
  return call.config.of(currencySettings.display, { storeId });
}

/** Currencies that a visitor of a store view may choose from, in the order of the setting. */
export function allowedCurrencies(call: Call, storeId: number): readonly string[] {
  return call.config.of(currencySettings.allowed, { storeId });
}
