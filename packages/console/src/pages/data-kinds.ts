/** A kind of record that the interface lists. */
export interface Kind {
  readonly name: string;
  readonly title: string;
  /** Lists by search criteria. */
  readonly list: string;
  /** Fields that the table shows; the first names the record. */
  readonly columns: readonly string[];
  /** The path of one record. */
  one(record: Fields): string;
  /** What a record is called in the body that saves it; left out: it is not saved as a whole. */
  readonly saved?: string;
}

/** A record as the interface answers it. */
export type Fields = Readonly<Record<string, unknown>>;

const at =
  (path: string, field: string) =>
  (record: Fields): string =>
    `${path}/${encodeURIComponent(String(record[field]))}`;

/** What can be looked through. */
export const kinds: readonly Kind[] = [
  {
    name: 'products',
    title: 'Products',
    list: '/V1/products',
    columns: ['sku', 'name', 'type_id', 'price', 'status', 'updated_at'],
    one: at('/V1/products', 'sku'),
    saved: 'product',
  },
  {
    name: 'categories',
    title: 'Categories',
    list: '/V1/categories/list',
    columns: ['id', 'name', 'path', 'is_active', 'product_count'],
    one: at('/V1/categories', 'id'),
    saved: 'category',
  },
  {
    name: 'customers',
    title: 'Customers',
    list: '/V1/customers/search',
    columns: ['id', 'email', 'firstname', 'lastname', 'group_id', 'created_at'],
    one: at('/V1/customers', 'id'),
    saved: 'customer',
  },
  {
    name: 'carts',
    title: 'Carts',
    list: '/V1/carts/search',
    columns: ['id', 'is_active', 'items_qty', 'created_at', 'updated_at'],
    one: at('/V1/carts', 'id'),
  },
  {
    name: 'orders',
    title: 'Orders',
    list: '/V1/orders',
    columns: ['increment_id', 'status', 'grand_total', 'customer_email', 'created_at'],
    one: at('/V1/orders', 'entity_id'),
  },
  {
    name: 'invoices',
    title: 'Invoices',
    list: '/V1/invoices',
    columns: ['increment_id', 'order_id', 'grand_total', 'state', 'created_at'],
    one: at('/V1/invoices', 'entity_id'),
  },
  {
    name: 'shipments',
    title: 'Shipments',
    list: '/V1/shipments',
    columns: ['increment_id', 'order_id', 'total_qty', 'created_at'],
    one: at('/V1/shipment', 'entity_id'),
  },
  {
    name: 'creditmemos',
    title: 'Credit memos',
    list: '/V1/creditmemos',
    columns: ['increment_id', 'order_id', 'grand_total', 'state', 'created_at'],
    one: at('/V1/creditmemo', 'entity_id'),
  },
  {
    name: 'rules',
    title: 'Cart price rules',
    list: '/V1/salesRules/search',
    columns: ['rule_id', 'name', 'is_active', 'simple_action', 'discount_amount'],
    one: at('/V1/salesRules', 'rule_id'),
    saved: 'rule',
  },
  {
    name: 'source-items',
    title: 'Stock by source',
    list: '/V1/inventory/source-items',
    columns: ['sku', 'source_code', 'quantity', 'status'],
    one: ({ sku }) => `/V1/stockItems/${encodeURIComponent(String(sku))}`,
  },
];

/** Conditions of search criteria, in words. */
export const conditions: ReadonlyMap<string, string> = new Map([
  ['eq', 'is'],
  ['neq', 'is not'],
  ['like', 'is like (% for anything)'],
  ['in', 'is one of (commas)'],
  ['gt', 'is more than'],
  ['gteq', 'is at least'],
  ['lt', 'is less than'],
  ['lteq', 'is at most'],
  ['null', 'has no value'],
  ['notnull', 'has a value'],
]);

/** A filter of a list; all of them hold. */
export interface Filter {
  readonly field: string;
  readonly condition: string;
  readonly value: string;
}

/** The path and query of a list: what a client sends behind the address of the server. */
export function listUrl(kind: Kind, filters: readonly Filter[], sort: string, page: number, size: number): string {
  const parts: string[] = [];
  const put = (key: string, value: string | number): void => {
    parts.push(`searchCriteria${key}=${encodeURIComponent(value)}`);
  };
  filters
    .filter(({ field }) => field !== '')
    .forEach(({ field, condition, value }, i) => {
      const place = `[filter_groups][${i}][filters][0]`;
      put(`${place}[field]`, field);
      put(`${place}[condition_type]`, condition);
      if (condition !== 'null' && condition !== 'notnull') put(`${place}[value]`, value);
    });
  if (sort !== '') {
    put('[sort_orders][0][field]', sort.replace(/^-/, ''));
    put('[sort_orders][0][direction]', sort.startsWith('-') ? 'DESC' : 'ASC');
  }
  put('[page_size]', size);
  put('[current_page]', page);
  return `/rest/all${kind.list}?${parts.join('&')}`;
}
