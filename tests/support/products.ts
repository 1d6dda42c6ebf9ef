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

/** An attribute of products, with a text as its value. Its code is unique among all tests. */
export function attribute({
  attribute_code = unique('attribute').replaceAll('-', '_'),
  ...over
}: Fields & { readonly attribute_code?: string } = {}) {
  return { attribute_code, frontend_input: 'text', default_frontend_label: attribute_code, ...over };
}

/** Creates an attribute in the store scope of `admin`; returns the response. */
export async function newAttribute(
  { admin }: { readonly admin: Client },
  over: Parameters<typeof attribute>[0] = {},
): Promise<Answer['body']> {
  return ok(await admin.post('/V1/products/attributes', { attribute: attribute(over) }));
}

/** Gives the products of the default set an attribute. */
export async function addToSet({ admin }: { readonly admin: Client }, code: string): Promise<void> {
  const place = { attributeSetId: 4, attributeGroupId: 7, attributeCode: code, sortOrder: 1 };
  ok(await admin.post('/V1/products/attribute-sets/attributes', place));
}
