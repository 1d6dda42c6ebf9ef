import type { Call } from '../../../kernel/call.ts';
import type { ExtensionFields } from '../../catalog/extensions.ts';
import type { StoredProduct } from '../../catalog/service.ts';
import type { CustomOptionOutput, ItemProduct, ItemProducts } from './extensions/item-product.ts';

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

async function describe(call: Call, products: readonly StoredProduct[]): Promise<ItemProducts> {
  const parts: ReadonlyMap<number, ExtensionFields>[] = [];
  for (const part of call.contributions.productParts) {
    if (part.inCarts !== false) parts.push(await part.load(call, products));
  }
  const withFields = products.filter((product) => product.has_options === 1);
  const fields: ReadonlyMap<number, { options?: unknown }>[] = [];
  if (withFields.length > 0) {
    const options = call.contributions.productFields.filter(({ name }) => name === 'options');
    for (const field of options) fields.push(await field.load(call, withFields));
  }
  const stocks = await call.services.inventory.unreserved(
    call,
    products.map((product) => product.id),
  );
  const described = new Map<number, ItemProduct>();
  for (const product of products) {
    const { options } = Object.assign({}, ...fields.map((one) => one.get(product.id))) as {
      options?: readonly CustomOptionOutput[] | null;
    };
    described.set(product.id, {
      product,
      values: await call.services.catalog.values(call, product),
      options: options ?? [],
      extension: Object.assign({}, ...parts.map((one) => one.get(product.id))) as ExtensionFields,
      stock: stocks.get(product.id),
    });
  }
  return described;
}
