import type { Json } from '../sales/shop.ts';
import { ok, unique, type Answer, type Client } from '../support/client.ts';

const root = '/V1/sharedCatalog';

/** The calls of an administrator on shared catalogs. */
export interface Catalogs {
  create(over?: Json): Promise<Answer>;
  /** A new custom catalog, as it is read. */
  made(over?: Json): Promise<Json>;
  change(id: number, over: Json): Promise<Answer>;
  read(id: number): Promise<Answer>;
  remove(id: number): Promise<Answer>;
  /** The public catalog. */
  shared(): Promise<Json>;
  post(id: number, action: string, body: Json): Promise<Answer>;
  /** Products, categories or companies of a catalog. */
  list(id: number, of: string): Promise<any>; // oxlint-disable-line typescript/no-explicit-any -- the wire is what the tests are about
}

export function catalogsOf(caller: Client): Catalogs {
  const create: Catalogs['create'] = (over = {}) =>
    caller.post(root, {
      sharedCatalog: { name: unique('Trade'), type: 0, store_id: 0, tax_class_id: 3, ...over },
    });
  const read: Catalogs['read'] = (id) => caller.get(`${root}/${id}`);
  return {
    create,
    made: async (over) => ok(await read(ok(await create(over)))),
    change: (id, sharedCatalog) => caller.put(`${root}/${id}`, { sharedCatalog }),
    read,
    remove: (id) => caller.delete(`${root}/${id}`),
    shared: async () => {
      const at = 'searchCriteria[filter_groups][0][filters][0]';
      return ok(await caller.get(`${root}?${at}[field]=type&${at}[value]=1`)).items[0];
    },
    post: (id, action, body) => caller.post(`${root}/${id}/${action}`, body),
    list: async (id, of) => ok(await caller.get(`${root}/${id}/${of}`)),
  };
}

/** A row of tier prices. */
export const tier = (sku: string, price: number, over: Json = {}): Json => ({
  sku,
  price,
  price_type: 'fixed',
  website_id: 0,
  customer_group: '',
  quantity: 1,
  ...over,
});
