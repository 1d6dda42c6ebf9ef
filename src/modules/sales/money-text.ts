import type { Call } from '../../kernel/call.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { shopLocale } from '../../kernel/shop-settings.ts';
import type { Amount } from '../../kernel/units.ts';
import type { StoredOrder } from './order.ts';

/** An amount in the base currency of an order, written as in its store. */
export function baseMoney(call: Call, { fields }: StoredOrder, value: Amount<'base'>): string {
  const locale = call.config.of(shopLocale, { storeId: fields.store_id ?? 0 });
  return formatMoney(value.toNumber(), fields.base_currency_code ?? 'USD', locale);
}
