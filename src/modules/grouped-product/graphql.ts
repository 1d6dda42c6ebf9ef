import { objectType } from '../../kernel/graphql.ts';
import { zip } from '../../kernel/lists.ts';
import { loader } from '../../kernel/loader.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { WishSource } from '../wishlist/types.ts';

/** A product of a group. */
interface GroupedItemSource {
  readonly position: number;
  readonly product: ProductSource;
  readonly qty: number;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    GroupedProduct: ProductSource;
    GroupedProductItem: GroupedItemSource;
    GroupedProductWishlistItem: WishSource;
  }
}

/** The products of a group that the store view shows. Requests of the same tick are read together. */
export const itemsOf = loader<ProductSource, GroupedItemSource[]>(async (sources, call) => {
  const { availability, storefront } = call.services;
  const lists = await availability.associatedProducts(
    call,
    sources.map(({ product }) => product),
  );
  const products = await storefront.products(call, [...new Set([...lists.values()].flat().map(({ id }) => id))]);
  const componentLists = await Promise.all(sources.map((source) => storefront.components(call, source)));
  return zip(sources, componentLists).map(([{ product: group }, { byId }]) =>
    (lists.get(group.id) ?? []).flatMap(({ id, qty }, at) => {
      const product = products.get(id);
      return product && byId.has(id) ? [{ position: at + 1, product, qty }] : [];
    }),
  );
});

const grouped = objectType(
  'GroupedProduct',
  (t) => ({ items: t.field('[GroupedProductItem]', (source, _, call) => itemsOf(call, source)) }),
  ['ProductInterface', 'RoutableInterface', 'PhysicalProductInterface'],
);

const groupedPart = objectType('GroupedProductItem', () => ({
  position: 'Int',
  product: 'ProductInterface',
  qty: 'Float',
}));

const wish = objectType('GroupedProductWishlistItem', () => ({}), ['WishlistItemInterface']);

/** Grouped products on pages. */
export const groupedGraphql = [grouped, groupedPart, wish];
