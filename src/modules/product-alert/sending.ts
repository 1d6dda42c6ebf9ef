import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Worker } from '../../kernel/module.ts';
import type { Platform } from '../../kernel/platform.ts';
import { startRepeating } from '../../kernel/repeating.ts';
import { formatMoney } from '../../kernel/money-text.ts';
import { shopLocale } from '../../kernel/shop-settings.ts';
import { system } from '../../kernel/system.ts';
import { urlSuffixes } from '../catalog/configuration.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { isInStock, priceFor } from './alerts.ts';
import { alertSettings } from './configuration.ts';
import { priceAlert, stockAlert } from './templates.ts';
import type { StoredAlert } from './tables.ts';

/** Interval of checks in milliseconds, and the maximum alerts per check. */
const INTERVAL = 10_000;
const BATCH = 100;

// These queries select candidates by stored product values: a visitor price below the customer's, or a salable product.
// SQLite runs cross joins in their written order; otherwise it would scan all enabled products.
/** A page of alerts after an id, in order of id. */
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
/** Alerts of products that any website can sell; the customer's website is checked before sending. */
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

/** Sends due alerts. With several processes, each alert is sent once. */
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
  // As the customer, because prices depend on the customer group.
  const call = platform.newCall({ type: 'customer', id, resources: new Set() }, scope);
  await call.transaction((inside) => (alert.kind === 'price' ? sendPrice(inside, alert) : sendStock(inside, alert)));
}

async function sendPrice(call: Call, alert: StoredAlert): Promise<void> {
  const price = await priceFor(call, alert.product_id);
  if (!price || !(price.base < Number(alert.price))) return;
  // The new price becomes the reference for the next alert.
  const [changed] = await call.db
    .updateTable('product_alert')
    .set({ price: price.base })
    .where('alert_id', '=', alert.alert_id)
    .where('price', '>', price.base)
    .returning('alert_id')
    .execute();
  if (!changed) return;
  const priceText = formatMoney(
    price.value,
    price.currency,
    call.config.of(shopLocale, { storeId: call.scope.storeId }),
  );
  const mailContent = await toldOf(call, alert);
  if (mailContent)
    await queueMail(call, priceAlert, { ...mailContent, data: { ...mailContent.data, price: priceText } });
}

async function sendStock(call: Call, alert: StoredAlert): Promise<void> {
  if (!(await isInStock(call, alert.product_id))) return;
  const [gone] = await call.db
    .deleteFrom('product_alert')
    .where('alert_id', '=', alert.alert_id)
    .returning('alert_id')
    .execute();
  const mailContent = gone && (await toldOf(call, alert));
  if (mailContent) await queueMail(call, stockAlert, mailContent);
}

/** Recipient of an alert and its product data; undefined if the customer or the product is missing. */
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
