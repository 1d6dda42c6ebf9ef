import type { Call } from '../../kernel/call.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { ViewChoices } from '../catalog-service/extensions.ts';
import { itemsOf } from './graphql.ts';

/**
 * The products of a group in the catalogue service: values of one option, which buyers put into the cart by their SKUs.
 * Source of the marks: the reference's export.
 */
export async function groupedChoices(call: Call, source: ProductSource): Promise<ViewChoices> {
  const { storefront } = call.services;
  const [items, { byId }] = await Promise.all([itemsOf(call, source), storefront.components(call, source)]);
  if (items.length === 0) return { options: [] };
  const values = items.map(({ product, qty }) => ({
    id: uidOf(`grouped/${source.product.id}/${product.product.id}`),
    title: String(product.values.name ?? product.product.sku),
    inStock: byId.get(product.product.id)?.isSold === true,
    part: { product, quantity: qty, isDefault: true, canEditQuantity: false },
  }));
  const title = String(source.values.name ?? source.product.sku);
  return { options: [{ id: uidOf(`grouped/${source.product.id}`), title, required: true, multi: true, values }] };
}
