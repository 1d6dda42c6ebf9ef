import { ok, unique, type Answer, type Client } from './client.ts';

/** Fields that a request body has besides the defaults, or in place of them. */
type Fields = Readonly<Record<string, unknown>>;

/** A simple product that costs 10, of which 100 are in stock. Its SKU is unique among all tests. */
export function product({ sku = unique('thing'), ...over }: Fields & { readonly sku?: string } = {}) {
  return {
    sku,
    name: `Thing ${sku}`,
    type_id: 'simple',
    attribute_set_id: 4,
    price: 10,
    weight: 1,
    status: 1,
    visibility: 4,
    extension_attributes: { stock_item: { qty: 100, is_in_stock: true } },
    ...over,
  };
}

/** Creates a product in the store scope of `admin`; returns the response. */
export async function newProduct(
  { admin }: { readonly admin: Client },
  over: Parameters<typeof product>[0] = {},
): Promise<Answer['body']> {
  return ok(await admin.post('/V1/products', { product: product(over) }));
}
