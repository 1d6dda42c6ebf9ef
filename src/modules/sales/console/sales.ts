import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { acl, route } from '../../../kernel/route.ts';
import { formatTime } from '../../../kernel/time.ts';
import * as t from '../../../kernel/types.ts';
import { documentText } from '../../../storage/criteria/document-fields.ts';
import { SalesOfStore } from './types.ts';

/** The longest period of a summary, in days. */
const MOST_DAYS = 30;
const DAY = 86_400_000;

/** Sums of the sales of the last days, for the home page of the console. */
export const readSales = route({
  method: 'GET',
  path: '/_/console/sales',
  service: 'consoleSalesV1',
  operation: 'getSummary',
  summary: 'Sums the orders of the last days, by store view and currency.',
  access: acl('Magento_Sales::actions_view'),
  input: {
    /** 1 to 30 days, of which the current day is the last. */
    days: t.optional(t.integer),
  },
  output: t.array(SalesOfStore),
  handle: ({ days }, call) => sumSales(call, Math.min(Math.max(days ?? 7, 1), MOST_DAYS)),
});

/** Sums the orders of the last `days`: one query, over the index of the time of orders. */
async function sumSales(call: Call, days: number) {
  const today = Math.floor(call.clock.now().getTime() / DAY) * DAY;
  const midnight = formatTime(new Date(today));
  const isOfToday = sql<boolean>`created_at >= ${midnight}`;
  const rows = await call.db
    .selectFrom('sales_order')
    .select(({ fn }) => [
      'store_id',
      documentText(['fields', 'order_currency_code']).as('currency'),
      fn.countAll<number | string>().as('orders'),
      fn.sum<number | string>('grand_total').as('total'),
      sql<number | string>`sum(case when ${isOfToday} then 1 else 0 end)`.as('orders_today'),
      sql<number | string>`sum(case when ${isOfToday} then grand_total else 0 end)`.as('total_today'),
    ])
    .where('created_at', '>=', formatTime(new Date(today - (days - 1) * DAY)))
    .where('state', '!=', 'canceled')
    .groupBy(['store_id', 'currency'])
    .orderBy('store_id')
    .execute();
  const scopes = call.services.configuration.scopes();
  return rows.map((row) => ({
    store_code: scopes.view(row.store_id)?.code ?? `#${row.store_id}`,
    currency: typeof row.currency === 'string' ? row.currency : '',
    orders: Number(row.orders),
    total: Number(row.total),
    orders_today: Number(row.orders_today),
    total_today: Number(row.total_today),
  }));
}
