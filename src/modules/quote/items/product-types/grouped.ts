import { quoteErrors } from '../../errors.ts';
import type { ItemType } from '../item-type.ts';
import { isOffered, loadProducts, type ItemProduct } from '../products.ts';
import { isInStock } from '../quantity.ts';
import { plainType } from './plain.ts';

/** Link of a group to one of its products, as on the wire. */
interface GroupLink {
  readonly link_type?: string | null;
  readonly linked_product_sku?: string | null;
  readonly extension_attributes?: { readonly qty?: number | null } | null;
}

const ASSOCIATED = 'associated';

/**
 * Groups of products: the cart gets the products themselves, marked with the group's type. Without told quantities each comes
 * in that of its link, times what was asked for. Source: recorded carts.
 */
export const groupedType: ItemType = {
  ...plainType,
  names: ['grouped'],
  async prepare(call, product, sent, qty) {
    const links = linksOf(product);
    const bySku = await call.services.catalog.productsBySku(
      call,
      links.map((link) => link.linked_product_sku ?? ''),
      call.scope.storeId,
    );
    const products = await loadProducts(
      call,
      [...bySku.values()].map((one) => one.id),
    );
    const told = new Map(
      (sent?.extension_attributes?.grouped_options ?? []).map((option) => [Number(option.id), Number(option.qty ?? 0)]),
    );
    const items = links.flatMap((link) => {
      const id = bySku.get(call.services.catalog.foldSku(link.linked_product_sku ?? ''))?.id;
      const part = id === undefined ? undefined : products.get(id);
      if (!part || !isOffered(part, call.scope.websiteId) || !isInStock(part.stock)) return [];
      const wanted =
        told.size > 0 ? (told.get(part.product.id) ?? 0) : Number(link.extension_attributes?.qty ?? 0) * qty;
      return wanted > 0 ? [{ product: part, product_type: 'grouped', qty: wanted, choices: {}, parts: [] }] : [];
    });
    if (items.length === 0) throw quoteErrors.specifyQuantity();
    return items;
  },
};

function linksOf({ extension }: ItemProduct): readonly GroupLink[] {
  const links = (extension.product_links as readonly GroupLink[] | null | undefined) ?? [];
  return links.filter((link) => link.link_type === ASSOCIATED);
}
