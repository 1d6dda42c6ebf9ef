import { kindPermissions } from './sections.ts';
import type { Client, List, Page, RawCriteria } from '../../../client/src/index.ts';
import { t } from '../texts/text.ts';

/** A type of record in the data browser. */
export interface Kind {
  readonly name: string;
  readonly title: string;
  /** What one record is called. */
  readonly single: string;
  /** The permission to list the records. */
  readonly permission: string;
  /** The module of the records; some editions do not have it. */
  readonly module?: string;
  /** Fields in the table. */
  readonly columns: readonly string[];
  list(shop: Client, searchCriteria: RawCriteria, call: Options): Promise<Page<Fields>>;
  /** The key to read a record by. */
  key(record: Fields): string;
  read(shop: Client, key: string, call: Options): Promise<Fields>;
  /** Saves a record in JSON; undefined: the record is read-only. */
  readonly save?: (shop: Client, key: string, json: string) => Promise<unknown>;
}

/** A record in the format of the interface. */
export type Fields = Readonly<Record<string, unknown>>;

interface Options {
  readonly signal?: AbortSignal;
}

/** The calls of a type of record: list, read and save. */
interface Calls<I, R> {
  readonly single: string;
  readonly list: (shop: Client, asked: { searchCriteria: RawCriteria }, call: Options) => List<I>;
  readonly columns: readonly (keyof I & string)[];
  /** The field that identifies a record. */
  readonly key: keyof I & string;
  readonly read: (shop: Client, key: string, call: Options) => Promise<R>;
  readonly save?: (shop: Client, key: string, record: R) => Promise<unknown>;
  readonly module?: string;
}

function kind<I extends Fields, R extends Fields>(
  name: keyof typeof kindPermissions,
  title: string,
  { single, list, columns, key, read, save, module }: Calls<I, R>,
): Kind {
  return {
    name,
    title,
    single,
    permission: kindPermissions[name],
    columns,
    ...(module === undefined ? {} : { module }),
    list: (shop, searchCriteria, call) => list(shop, { searchCriteria }, call).page(),
    key: (record) => String(record[key]),
    read,
    // The server validates the record.
    ...(save && { save: (shop, one, json) => save(shop, one, JSON.parse(json)) }),
  };
}

/** The types of records. */
export const kinds: readonly Kind[] = [
  kind('products', t('Products'), {
    single: t('Product'),
    list: (shop, asked, call) => shop.products.list(asked, call),
    columns: ['sku', 'name', 'type_id', 'price', 'status', 'updated_at'],
    key: 'sku',
    read: (shop, sku, call) => shop.products.get({ sku }, call),
    save: (shop, sku, product) => shop.products.save({ sku, product }),
  }),
  kind('categories', t('Categories'), {
    single: t('Category'),
    list: (shop, asked, call) => shop.categories.list(asked, call),
    columns: ['id', 'name', 'path', 'is_active'],
    key: 'id',
    read: (shop, id, call) => shop.categories.get({ categoryId: Number(id) }, call),
    save: (shop, id, category) => shop.categories.save({ id, category }),
  }),
  kind('customers', t('Customers'), {
    single: t('Customer'),
    list: (shop, asked, call) => shop.customers.list(asked, call),
    columns: ['id', 'email', 'firstname', 'lastname', 'group_id', 'created_at'],
    key: 'id',
    read: (shop, id, call) => shop.customers.get({ customerId: Number(id) }, call),
    save: (shop, id, customer) => shop.customers.save({ id, customer }),
  }),
  kind('carts', t('Carts'), {
    single: t('Cart'),
    list: (shop, asked, call) => shop.carts.list(asked, call),
    columns: ['id', 'is_active', 'items_qty', 'created_at', 'updated_at'],
    key: 'id',
    read: (shop, id, call) => shop.carts.get({ cartId: Number(id) }, call),
  }),
  kind('orders', t('Orders'), {
    single: t('Order'),
    list: (shop, asked, call) => shop.orders.list(asked, call),
    columns: ['increment_id', 'status', 'grand_total', 'customer_email', 'created_at'],
    key: 'entity_id',
    read: (shop, id, call) => shop.orders.get({ id: Number(id) }, call),
  }),
  kind('invoices', t('Invoices'), {
    single: t('Invoice'),
    list: (shop, asked, call) => shop.invoices.list(asked, call),
    columns: ['increment_id', 'order_id', 'grand_total', 'state', 'created_at'],
    key: 'entity_id',
    read: (shop, id, call) => shop.invoices.get({ id: Number(id) }, call),
  }),
  kind('shipments', t('Shipments'), {
    single: t('Shipment'),
    list: (shop, asked, call) => shop.shipments.list(asked, call),
    columns: ['increment_id', 'order_id', 'total_qty', 'created_at'],
    key: 'entity_id',
    read: (shop, id, call) => shop.shipments.get({ id: Number(id) }, call),
  }),
  kind('creditmemos', t('Credit memos'), {
    single: t('Credit memo'),
    list: (shop, asked, call) => shop.creditmemos.list(asked, call),
    columns: ['increment_id', 'order_id', 'grand_total', 'state', 'created_at'],
    key: 'entity_id',
    read: (shop, id, call) => shop.creditmemos.get({ id: Number(id) }, call),
  }),
  kind('returns', t('Returns'), {
    single: t('Return'),
    list: (shop, asked, call) => shop.rmas.search(asked, call),
    columns: ['increment_id', 'order_id', 'status', 'date_requested'],
    key: 'entity_id',
    read: (shop, id, call) => shop.rmas.get({ id: Number(id) }, call),
    module: 'Rma',
  }),
  kind('rules', t('Cart price rules'), {
    single: t('Cart price rule'),
    list: (shop, asked, call) => shop.rules.list(asked, call),
    columns: ['rule_id', 'name', 'is_active', 'simple_action', 'discount_amount'],
    key: 'rule_id',
    read: (shop, id, call) => shop.rules.get({ ruleId: Number(id) }, call),
    save: (shop, ruleId, rule) => shop.rules.save({ ruleId, rule }),
  }),
  kind('source-items', t('Stock by source'), {
    single: t('Stock of'),
    list: (shop, asked, call) => shop.apiSourceItems.list(asked, call),
    columns: ['sku', 'source_code', 'quantity', 'status'],
    key: 'sku',
    read: (shop, productSku, call) => shop.stockRegistry.getStockItemBySku({ productSku }, call),
  }),
];

/** Labels of the conditions of search criteria. */
export const conditions: ReadonlyMap<string, string> = new Map([
  ['eq', t('is')],
  ['neq', t('is not')],
  ['like', t('is like (% matches any text)')],
  ['in', t('is one of (comma-separated)')],
  ['gt', t('is more than')],
  ['gteq', t('is at least')],
  ['lt', t('is less than')],
  ['lteq', t('is at most')],
  ['null', t('has no value')],
  ['notnull', t('has a value')],
]);
