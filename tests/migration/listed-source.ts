import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Fields = Readonly<Record<string, unknown>>;

/** The records of a shop: lists with search criteria by path, and other responses by path. */
export interface ListedShop {
  readonly lists: Readonly<Record<string, { readonly id: string; readonly records: readonly Fields[] }>>;
  readonly responses: Readonly<Record<string, unknown>>;
}

const store = { website_id: 1, store_group_id: 1, root_category_id: 2, default_store_id: 1, extension_attributes: [] };

/** The stores of an installation with one store view, as responses of a source. */
export const storeResponses: ListedShop['responses'] = {
  '/V1/store/websites': [
    { id: 0, code: 'admin', name: 'Admin', default_group_id: 0 },
    { id: 1, code: 'base', name: 'Main Website', default_group_id: 1 },
  ],
  '/V1/store/storeGroups': [{ ...store, id: 1, code: 'main_website_store', name: 'Main Website Store' }],
  '/V1/store/storeViews': [{ ...store, id: 1, code: 'default', name: 'Default Store View', is_active: 1 }],
  '/V1/store/storeConfigs': [
    {
      id: 1,
      code: 'default',
      website_id: 1,
      locale: 'en_US',
      base_currency_code: 'USD',
      default_display_currency_code: 'USD',
      timezone: 'UTC',
      weight_unit: 'lbs',
    },
  ],
  '/V1/directory/currency': {
    base_currency_code: 'USD',
    default_display_currency_code: 'USD',
    available_currency_codes: ['USD'],
    exchange_rates: [],
  },
  '/V1/categories': { id: 1, parent_id: 0, name: 'Root', children_data: [{ id: 2, parent_id: 1, name: 'Default' }] },
};

/** A small REST server of records, as a source of migrations. Unknown paths have the response of a missing module. */
export interface ListedSource {
  readonly base: string;
  /** Lets requests for a path wait until the returned function is called. */
  hold(path: string): () => void;
  close(): Promise<void>;
}

/** Starts a source with these records. `hidden`: paths for which its token has no permission. */
export async function startListedSource(
  { lists, responses }: ListedShop,
  hidden: ReadonlySet<string> = new Set(),
): Promise<ListedSource> {
  const held = new Map<string, Promise<void>>();
  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://shop');
    const path = decodeURIComponent(pathname).replace(/^\/rest\/[^/]+/, '');
    await held.get(path);
    if (hidden.has(path)) {
      response.writeHead(403, { 'content-type': 'application/json' });
      response.end('{"message":"No permission."}');
      return;
    }
    const list = lists[path];
    const body = list ? pageOf(list.records, list.id, searchParams) : responses[path];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { message: 'Request does not match any route.' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    hold(path) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(path, promise);
      return () => {
        held.delete(path);
        resolve();
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A page of records, with the filters of the search criteria; those on fields that records lack match all. */
function pageOf(records: readonly Fields[], id: string, query: URLSearchParams): object {
  const filter = (group: number, name: string): string | null =>
    query.get(`searchCriteria[filter_groups][${group}][filters][0][${name}]`);
  let found = [...records];
  for (let group = 0; filter(group, 'field') !== null; group++) {
    const field = filter(group, 'field') ?? '';
    const [value, condition] = [filter(group, 'value') ?? '', filter(group, 'condition_type')];
    const valueOf = (one: Fields): unknown =>
      one[field] ?? (/^(entity|team|coupon|rule)_id$/.test(field) ? one[id] : undefined);
    found = found.filter((one) => {
      const own = valueOf(one);
      if (own === undefined) return true;
      const text = typeof own === 'boolean' ? String(Number(own)) : String(own);
      if (condition === 'gt') return Number(text) > Number(value);
      if (condition === 'gteq') return text >= value;
      const isAmong = value.split(',').includes(text);
      return condition === 'nin' || condition === 'neq' ? !isAmong : isAmong;
    });
  }
  const size = Number(query.get('searchCriteria[pageSize]') ?? 100);
  const page = Number(query.get('searchCriteria[currentPage]') ?? 1);
  const items = found.slice((page - 1) * size, page * size);
  return { items, search_criteria: { filter_groups: [] }, total_count: found.length };
}

/** A shop with tax classes, one of whose tax rules cannot be moved; its parts are `stores,tax`. */
export const taxShop: ListedShop = {
  lists: {
    '/V1/taxClasses/search': {
      id: 'class_id',
      records: ['Retail', 'Trade', 'Export'].map((class_name, at) => ({
        class_id: at + 3,
        class_name,
        class_type: 'CUSTOMER',
      })),
    },
    '/V1/customerGroups/search': { id: 'id', records: [] },
    '/V1/taxRates/search': { id: 'id', records: [] },
    '/V1/taxRules/search': {
      id: 'id',
      records: ['Rule of 10%', 'Rule of 20%'].map((code, at) => ({
        id: at + 1,
        code,
        priority: 0,
        position: 0,
        customer_tax_class_ids: [99],
        product_tax_class_ids: [99],
        tax_rate_ids: [99],
      })),
    },
  },
  responses: {
    ...storeResponses,
    '/V1/store/websites': [{ id: 1, code: 'base', name: 'Our Website', default_group_id: 1 }],
  },
};
