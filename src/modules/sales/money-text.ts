import type { Call } from '../../kernel/call.ts';
import type { Amount } from '../../kernel/units.ts';
import type { StoredOrder } from './order.ts';

/** An amount with its currency, as people of a locale (`en_US`) write it; an unknown currency is shown by its code. */
export function formatMoney(value: number, currency: string, locale: string): string {
  try {
    return new Intl.NumberFormat(locale.replace('_', '-'), { style: 'currency', currency }).format(value);
  } catch {
    return `${value.toFixed(2)} ${currency}`.trim();
  }
}

/** An amount in the base currency of an order, written as in its store. */
export function baseMoney(call: Call, { fields }: StoredOrder, value: Amount<'base'>): string {
  const locale = call.config.get('general/locale/code', { storeId: fields.store_id ?? 0 }) ?? 'en_US';
  return formatMoney(value.toNumber(), fields.base_currency_code ?? 'USD', locale);
}
