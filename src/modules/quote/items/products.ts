import type { Call } from '../../../kernel/call.ts';
import type { Out } from '../../../kernel/types.ts';
import type { ExtensionFields } from '../../catalog/extensions.ts';
import type { CustomOption } from '../../catalog/products/types.ts';
import type { ProductValues, StoredProduct } from '../../catalog/service.ts';
import type { StockItemOutput } from '../../inventory/types.ts';

export type CustomOptionOutput = Out<typeof CustomOption>;

/** A product as carts need it: for one store view, with its options, its stock and what makes it composite. */
export interface ItemProduct {
  readonly product: StoredProduct;
  /** What the store view shows. */
  readonly values: ProductValues;
  readonly options: readonly CustomOptionOutput[];
  /** Fields of its extension attributes, as on the wire. */
  readonly extension: ExtensionFields;
  /** What can be sold, without the pieces that are ordered and not yet shipped; undefined: nothing was told of it. */
  readonly stock: StockItemOutput | undefined;
}

export type ItemProducts = ReadonlyMap<number, ItemProduct>;

/** Products by id for the call's store view: a query for each module that adds to products, whatever their number. */
export async function loadProducts(call: Call, ids: readonly number[]): Promise<ItemProducts> {
  if (ids.length === 0) return new Map();
  const found = await call.services.catalog.productsById(call, [...new Set(ids)], call.scope.storeId);
  return describe(call, [...found.values()]);
}

/** The product with a SKU for the call's store view; undefined when there is none. */
export async function loadProductBySku(call: Call, sku: string): Promise<ItemProduct | undefined> {
  const product = await call.services.catalog.productBySku(call, sku, call.scope.storeId);
  return product && (await describe(call, [product])).get(product.id);
}

/** Types whose own products answers link to. */
const LINKED = 'grouped';

async function describe(call: Call, products: readonly StoredProduct[]): Promise<ItemProducts> {
  const parts: ReadonlyMap<number, ExtensionFields>[] = [];
  for (const part of call.contributions.productParts) {
    if (part.inCarts !== false) parts.push(await part.load(call, products));
  }
  const withFields = products.filter((product) => product.has_options === 1 || product.type_id === LINKED);
  const fields: ReadonlyMap<number, { options?: unknown; product_links?: unknown }>[] = [];
  if (withFields.length > 0) {
    for (const field of call.contributions.productFields) fields.push(await field.load(call, withFields));
  }
  const stocks = await call.services.inventory.unreserved(
    call,
    products.map((product) => product.id),
  );
  const described = new Map<number, ItemProduct>();
  for (const product of products) {
    const { options, product_links } = Object.assign({}, ...fields.map((one) => one.get(product.id))) as {
      options?: readonly CustomOptionOutput[] | null;
      product_links?: unknown;
    };
    described.set(product.id, {
      product,
      values: await call.services.catalog.values(call, product),
      options: options ?? [],
      extension: Object.assign({ product_links }, ...parts.map((one) => one.get(product.id))) as ExtensionFields,
      stock: stocks.get(product.id),
    });
  }
  return described;
}

export function nameOf({ values, product }: ItemProduct): string {
  return String(values.name ?? product.sku);
}

/** Whether a product is enabled and offered in a website. */
export function isOffered({ product, values }: ItemProduct, websiteId: number): boolean {
  return Number(values.status ?? 1) === 1 && product.website_ids.includes(websiteId);
}
