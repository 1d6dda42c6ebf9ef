import { newProduct } from '../support/products.ts';
import { ok, unique, type Souk } from '../support/souk.ts';
import type { Json } from './shop.ts';

/** How a bundle is made: with the prices of its parts or its own, sent whole or in parts. */
interface Kind {
  readonly price?: number;
  readonly isApart?: boolean;
}

/** A bundle of one piece that weighs 2 and three pieces that weigh 1, as a cart takes it. */
export async function bundle(
  souk: Pick<Souk, 'admin' | 'guest'>,
  qty: number,
  { price, isApart = false }: Kind = {},
): Promise<Json> {
  const parts = [await newProduct(souk, { price: 5, weight: 2 }), await newProduct(souk, { price: 3, weight: 1 })];
  const values = {
    price_type: price === undefined ? '0' : '1',
    sku_type: '1',
    weight_type: '0',
    price_view: '0',
    shipment_type: isApart ? '1' : '0',
  };
  const sku = unique('bundle');
  const made = await newProduct(souk, {
    sku,
    type_id: 'bundle',
    price: price ?? null,
    custom_attributes: Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value })),
    extension_attributes: {
      stock_item: { is_in_stock: true },
      bundle_product_options: parts.map((part, i) => ({
        title: `Part ${i}`,
        required: true,
        type: 'radio',
        product_links: [{ sku: part.sku, qty: i === 0 ? 1 : 3, price: 0, price_type: 0, can_change_quantity: 0 }],
      })),
    },
  });
  const bundle_options = made.extension_attributes.bundle_product_options.map((option: Json, i: number) => ({
    option_id: option.option_id,
    option_qty: i === 0 ? 1 : 3,
    option_selections: option.product_links.map(({ id }: Json) => Number(id)),
  }));
  return { sku, qty, product_option: { extension_attributes: { bundle_options } } };
}

/** A group of one piece of a product and two of another, as a cart takes it; `told`: pieces of each, in place of those. */
export async function group(souk: Souk, qty: number, told?: readonly number[]): Promise<Json> {
  const sku = unique('group');
  const parts = [await newProduct(souk), await newProduct(souk)];
  await newProduct(souk, {
    sku,
    type_id: 'grouped',
    extension_attributes: { stock_item: { is_in_stock: true } },
    product_links: parts.map((part, i) => ({
      sku,
      link_type: 'associated',
      linked_product_sku: part.sku,
      linked_product_type: 'simple',
      position: i,
      extension_attributes: { qty: i + 1 },
    })),
  });
  if (!told) return { sku, qty };
  const grouped_options = parts.map((part, i) => ({ id: part.id, qty: told[i] }));
  return { sku, qty, product_option: { extension_attributes: { grouped_options } } };
}

/** Asks whether the pieces of an order went back where they came from. */
export async function salable(souk: Souk, sku: string): Promise<number> {
  return ok(await souk.admin.get(`/V1/stockStatuses/${sku}`)).qty;
}
