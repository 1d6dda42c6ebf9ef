import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { system } from '../../kernel/system.ts';
import { urlSuffixes } from '../catalog/configuration.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { queueMail } from '../../mail/queue.ts';
import { isInStock, priceFor } from './alerts.ts';
import { alertSettings } from './configuration.ts';
import { priceAlert, stockAlert } from './templates.ts';
import type { StoredAlert } from './tables.ts';

/** How often is looked, in milliseconds, and at how many alerts at once. */
const INTERVAL = 10_000;
const BATCH = 100;

// What may be due by what is kept of products: visitors pay less than the customer knew, or the product is sold. SQLite runs cross
// joins in the order in which they are written: by itself it would look through all enabled products.
/** Alerts behind an id, in order of their ids. */
interface AlertPage {
  readonly after: number;
  readonly limit: number;
}

const duePrices = prepared((db, p: Params<AlertPage>) =>
  db
    .selectFrom('product_alert as a')
    .crossJoin('catalog_product as p')
    .whereRef('p.id', '=', 'a.product_id')
    .selectAll('a')
    .where('a.alert_id', '>', p.after)
    .where('a.kind', '=', 'price')
    .where((eb) => eb('p.charged_price', '<', eb.ref('a.price')))
    .orderBy('a.alert_id')
    .limit(p.limit),
);
/** Alerts of products that some website can sell; whether that of the customer does is asked when an alert is sent. */
const dueStock = (call: Call, { after, limit }: AlertPage): Promise<StoredAlert[]> =>
  call.db
    .selectFrom('product_alert as a')
    .crossJoin('catalog_product as p')
    .whereRef('p.id', '=', 'a.product_id')
    .selectAll('a')
    .where('a.alert_id', '>', after)
    .where('a.kind', '=', 'stock')
    .where(sql<boolean>`${call.services.availability.soldSomewhere}`)
    .where('p.status', '=', 1)
    .orderBy('a.alert_id')
    .limit(limit)
    .execute();

/** Sends the alerts whose time has come. Of several processes that look, one sends each. */
export function startAlerts(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  return startRepeating({
    interval: INTERVAL,
    pausesFirst: true,
    async turn(stopping) {
      await call.services.availability.chargeDue(call);
      for (const due of [(page: AlertPage) => duePrices(call.db, page), (page: AlertPage) => dueStock(call, page)]) {
        let after = 0;
        let rows: readonly StoredAlert[];
        do {
          rows = await due({ after, limit: BATCH });
          for (const alert of rows) if (!stopping.aborted) await send(platform, alert);
          after = rows.at(-1)?.alert_id ?? after;
        } while (rows.length === BATCH && !stopping.aborted);
      }
    },
    failed: (error) => platform.log.warn({ err: error }, 'product alerts cannot be sent'),
  });
}

async function send(platform: Platform, alert: StoredAlert): Promise<void> {
  const { store_id: storeId, customer_id: id } = alert;
  if (!platform.config.of(alertSettings[alert.kind], { storeId })) return;
  const view = platform.scopes.view(storeId);
  const scope = view && platform.scopes.resolveScope(view.code);
  if (!scope) return;
  // In the customer's place: prices are those of the group.
  const call = platform.newCall({ type: 'customer', id, resources: new Set() }, scope);
  await call.transaction((inside) => (alert.kind === 'price' ? sendPrice(inside, alert) : sendStock(inside, alert)));
}

async function sendPrice(call: Call, alert: StoredAlert): Promise<void> {
  const price = await priceFor(call, alert.product_id);
  if (!price || !(price.base < Number(alert.price))) return;
  // The customer knows this price from now on, and is told when it falls again.
  const [changed] = await call.db
    .updateTable('product_alert')
    .set({ price: price.base })
    .where('alert_id', '=', alert.alert_id)
    .where('price', '>', price.base)
    .returning('alert_id')
    .execute();
  if (!changed) return;
  const shown = `${price.currency} ${price.value.toFixed(2)}`;
  const told = await toldOf(call, alert);
  if (told) await queueMail(call, priceAlert, { ...told, data: { ...told.data, price: shown } });
}

async function sendStock(call: Call, alert: StoredAlert): Promise<void> {
  if (!(await isInStock(call, alert.product_id))) return;
  const [gone] = await call.db
    .deleteFrom('product_alert')
    .where('alert_id', '=', alert.alert_id)
    .returning('alert_id')
    .execute();
  const told = gone && (await toldOf(call, alert));
  if (told) await queueMail(call, stockAlert, told);
}

/** Whom an alert goes to, and what it says of the product; undefined when one of both is gone. */
async function toldOf(call: Call, { customer_id, product_id }: StoredAlert) {
  const { storeId } = call.scope;
  const customer = await call.services.customer.customer(call, customer_id);
  const source = await call.services.storefront.product(call, product_id);
  if (!customer || !source) return undefined;
  const name = `${customer.firstname} ${customer.lastname}`;
  const path = `${String(source.values.url_key ?? '')}${call.config.of(urlSuffixes.product, { storeId })}`;
  const data = { name, product: { name: String(source.values.name ?? source.product.sku), path } };
  return { to: { email: customer.email, name }, storeId, data };
}
