import type { Call } from '../../kernel/call.ts';
import { isClientError } from '../../kernel/errors.ts';
import {
  deprecated,
  enumTypes,
  extendType,
  inputTypes,
  interfaceType,
  mutations,
  objectType,
  ofPackage,
  queries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { elementAt, firstOf } from '../../kernel/lists.ts';
import { loader } from '../../kernel/loader.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { hasWishlists } from './configuration.ts';
import { wishlistErrors } from './errors.ts';
import type { StoredWishlist } from './tables.ts';
import type { WishlistSource, WishSource } from './types.ts';
import { addWish, changeWish, checkActive, ownWishlist, removeWishes, wishesOf, wishlistsOf } from './wishlists.ts';

const enums = enumTypes({
  WishListUserInputErrorType: ['PRODUCT_NOT_FOUND', 'UNDEFINED'],
  WishlistCartUserInputErrorType: ['PRODUCT_NOT_FOUND', 'NOT_SALABLE', 'INSUFFICIENT_STOCK', 'UNDEFINED'],
});

const changed = { user_errors: '[WishListUserInputError]!', wishlist: 'Wishlist!' } as const;
const values = valueTypes({
  AddProductsToWishlistOutput: changed,
  AddWishlistItemsToCartOutput: {
    add_wishlist_items_to_cart_user_errors: '[WishlistCartUserInputError]!',
    status: 'Boolean!',
    wishlist: 'Wishlist!',
  },
  RemoveProductsFromWishlistOutput: changed,
  UpdateProductsInWishlistOutput: changed,
  WishListUserInputError: { code: 'WishListUserInputErrorType!', message: 'String!' },
  WishlistCartUserInputError: {
    code: 'WishlistCartUserInputErrorType!',
    message: 'String!',
    wishlistId: 'ID!',
    wishlistItemId: 'ID!',
  },
  WishlistItems: { items: '[WishlistItemInterface]!', page_info: 'SearchResultPageInfo' },
});

const inputs = inputTypes({
  WishlistItemInput: {
    entered_options: '[EnteredOptionInput]',
    parent_sku: 'String',
    quantity: 'Float!',
    selected_options: '[ID]',
    sku: 'String!',
  },
  WishlistItemUpdateInput: {
    description: 'String',
    entered_options: '[EnteredOptionInput]',
    quantity: 'Float',
    selected_options: '[ID]',
    wishlist_item_id: 'ID!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    SimpleWishlistItem: WishSource;
    VirtualWishlistItem: WishSource;
    Wishlist: WishlistSource;
    WishlistItem: WishSource;
    WishlistItemInterface: WishSource;
    WishlistOutput: WishlistSource;
  }
}

/** The visible wishes of a list, batched with those of other lists. */
const shownWishes = loader<number, WishSource[]>(async (ids, call) => {
  const found = await wishesOf(call, ids);
  const group = await call.services.storefront.group(call);
  const wishes = [...found.values()].flat().map((wish) => ({
    id: wish.wishlist_item_id,
    productId: wish.product_id,
    quantity: wish.qty,
    options: wish.options,
  }));
  const chosen = await call.services.quote.chosenProducts(call, wishes, group);
  return ids.map((id) =>
    (found.get(id) ?? []).flatMap((wish) => {
      const one = chosen.get(wish.wishlist_item_id);
      return one ? [{ wish, chosen: one }] : [];
    }),
  );
});

const wishlistType = objectType('Wishlist', (t) => ({
  id: t.field('ID', ({ list }) => String(list.wishlist_id)),
  items: deprecated(
    'Use `items_v2`.',
    t.field('[WishlistItem]', ({ list }, _, call) => shownWishes(call, list.wishlist_id)),
  ),
  items_count: t.field('Int', async ({ list }, _, call) => (await shownWishes(call, list.wishlist_id)).length),
  items_v2: t.field(
    'WishlistItems',
    { currentPage: 'Int = 1', pageSize: 'Int = 20' },
    async ({ list }, { currentPage, pageSize }, call) => {
      const [page, size] = [currentPage ?? 1, pageSize ?? 20];
      if (page < 1) throw wishlistErrors.page(['currentPage']);
      if (size < 1) throw wishlistErrors.page(['pageSize']);
      const all = await shownWishes(call, list.wishlist_id);
      return {
        items: all.slice((page - 1) * size, page * size),
        page_info: { current_page: page, page_size: size, total_pages: Math.ceil(all.length / size) },
      };
    },
  ),
  sharing_code: t.field('String @credential', ({ list }) => list.sharing_code),
  updated_at: t.field('String', ({ list }) => list.updated_at),
}));

const old = 'Use `customer.wishlists`.';
const wishlistOutput = objectType('WishlistOutput', (t) => ({
  items: deprecated(
    old,
    t.field('[WishlistItem]', ({ list }, _, call) => shownWishes(call, list.wishlist_id)),
  ),
  items_count: deprecated(
    old,
    t.field('Int', async ({ list }, _, call) => (await shownWishes(call, list.wishlist_id)).length),
  ),
  name: deprecated(
    old,
    t.field('String', ({ list }) => list.name ?? 'Wish List'),
  ),
  sharing_code: deprecated(
    old,
    t.field('String @credential', ({ list }) => list.sharing_code),
  ),
  updated_at: deprecated(
    old,
    t.field('String', ({ list }) => list.updated_at),
  ),
}));

const itemInterface = interfaceType(
  'WishlistItemInterface',
  (t) => ({
    added_at: t.field('String!', ({ wish }) => wish.added_at),
    customizable_options: t.field('[SelectedCustomizableOption]!', ({ chosen }, _, call) =>
      call.services.quote.customizableOptions(chosen),
    ),
    description: t.field('String', ({ wish }) => wish.description),
    id: t.field('ID!', ({ wish }) => String(wish.wishlist_item_id)),
    product: t.field('ProductInterface', ({ chosen: { node } }, _, call) =>
      call.services.storefront.source(call, node.product),
    ),
    quantity: t.field('Float!', ({ wish }) => wish.qty),
  }),
  ({ chosen: { node } }, call) => {
    const type = call.services.storefront.source(call, node.product).typename;
    return wishTypes[type] ?? 'SimpleWishlistItem';
  },
);

/** Types of wishes by the type of the product. */
const wishTypes: Readonly<Record<string, string>> = {
  VirtualProduct: 'VirtualWishlistItem',
  ConfigurableProduct: 'ConfigurableWishlistItem',
  BundleProduct: 'BundleWishlistItem',
  DownloadableProduct: 'DownloadableWishlistItem',
  GroupedProduct: 'GroupedProductWishlistItem',
  GiftCardProduct: 'GiftCardWishlistItem',
};

const items = [
  objectType('SimpleWishlistItem', () => ({}), ['WishlistItemInterface']),
  objectType('VirtualWishlistItem', () => ({}), ['WishlistItemInterface']),
  objectType('WishlistItem', (t) => ({
    added_at: t.field('String', ({ wish }) => wish.added_at),
    description: t.field('String', ({ wish }) => wish.description),
    id: t.field('Int', ({ wish }) => wish.wishlist_item_id),
    product: t.field('ProductInterface', ({ chosen: { node } }, _, call) =>
      call.services.storefront.source(call, node.product),
    ),
    qty: t.field('Float', ({ wish }) => wish.qty),
  })),
];

/** Runs an operation for each of many; returns the client errors. */
async function each<T>(
  call: Call,
  all: readonly T[],
  work: (call: Call, one: T) => Promise<unknown>,
): Promise<GraphQLTypes['WishListUserInputError'][]> {
  const errors: GraphQLTypes['WishListUserInputError'][] = [];
  for (const one of all) {
    try {
      await call.savepoint((inside) => work(inside, one));
    } catch (error) {
      if (!isClientError(error)) throw error;
      const isUnknown = error.message.startsWith('Could not find a product');
      errors.push({ code: isUnknown ? 'PRODUCT_NOT_FOUND' : 'UNDEFINED', message: error.text });
    }
  }
  return errors;
}

/** A list after a change. */
async function after(call: Call, list: StoredWishlist): Promise<WishlistSource> {
  return { list: await ownWishlist(call, String(list.wishlist_id)) };
}

/** A wish from an input; for a variant, the parent's SKU and the selected options. */
function asWish(call: Call, input: GraphQLTypes['WishlistItemInput']) {
  const options = call.services.quote.optionsByUids(call, input.selected_options, input.entered_options);
  return { sku: (input.parent_sku ?? input.sku).trim(), quantity: input.quantity, options };
}

/** Adds wishes of a list to the caller's cart; removes the added ones from the list. */
async function toCart(
  call: Call,
  list: StoredWishlist,
  ids: readonly string[] | null | undefined,
): Promise<GraphQLTypes['AddWishlistItemsToCartOutput']> {
  const { quote } = call.services;
  const all = await shownWishes(call, list.wishlist_id);
  const selected = ids?.length ? all.filter(({ wish }) => ids.includes(String(wish.wishlist_item_id))) : all;
  const products = selected.map(({ wish, chosen }) => ({
    sku: chosen.node.product.product.sku,
    quantity: wish.qty,
    options: wish.options,
  }));
  const { failures } = await quote.addProducts(call, await quote.customersCart(call), products);
  const failed = new Set(failures.map(({ position }) => position));
  const moved = selected.filter((_, at) => !failed.has(at)).map(({ wish }) => wish.wishlist_item_id);
  if (moved.length > 0) await removeWishes(call, list, moved);
  const errors = failures.map(({ position, error }) => {
    const { code, message } = quote.userErrorOf(error);
    const wishlistItemId = String(elementAt(selected, position).wish.wishlist_item_id);
    return { code, message, wishlistId: String(list.wishlist_id), wishlistItemId };
  });
  return {
    add_wishlist_items_to_cart_user_errors: errors,
    status: errors.length === 0,
    wishlist: await after(call, list),
  };
}

const own = { customersOnly: true } as const;
const packageMutations = mutations((t) => ({
  clearWishlist: t.field(
    'RemoveProductsFromWishlistOutput',
    { wishlistId: 'ID!' },
    async (_, { wishlistId }, call) => {
      const list = await ownWishlist(call, wishlistId);
      const all = (await wishesOf(call, [list.wishlist_id])).get(list.wishlist_id) ?? [];
      await removeWishes(
        call,
        list,
        all.map((wish) => wish.wishlist_item_id),
      );
      return { user_errors: [], wishlist: await after(call, list) };
    },
    own,
  ),
}));

const wishlistMutations = mutations((t) => ({
  addProductsToWishlist: t.field(
    'AddProductsToWishlistOutput',
    { wishlistId: 'ID!', wishlistItems: '[WishlistItemInput!]!' },
    async (_, { wishlistId, wishlistItems }, call) => {
      const list = await ownWishlist(call, wishlistId);
      const errors = await each(call, wishlistItems, (inside, one) => addWish(inside, list, asWish(inside, one)));
      return { user_errors: errors, wishlist: await after(call, list) };
    },
    own,
  ),
  addWishlistItemsToCart: t.field(
    'AddWishlistItemsToCartOutput',
    { wishlistId: 'ID!', wishlistItemIds: '[ID!]' },
    async (_, { wishlistId, wishlistItemIds }, call) =>
      toCart(call, await ownWishlist(call, wishlistId), wishlistItemIds),
    own,
  ),
  removeProductsFromWishlist: t.field(
    'RemoveProductsFromWishlistOutput',
    { wishlistId: 'ID!', wishlistItemsIds: '[ID!]!' },
    async (_, { wishlistId, wishlistItemsIds }, call) => {
      const list = await ownWishlist(call, wishlistId);
      const gone = await removeWishes(call, list, wishlistItemsIds.map(Number).filter(Number.isSafeInteger));
      const missing = wishlistItemsIds.filter((id) => !gone.has(Number(id)));
      return {
        user_errors: missing.map((id) => ({ code: 'UNDEFINED' as const, message: wishlistErrors.noItem([id]).text })),
        wishlist: await after(call, list),
      };
    },
    own,
  ),
  updateProductsInWishlist: t.field(
    'UpdateProductsInWishlistOutput',
    { wishlistId: 'ID!', wishlistItems: '[WishlistItemUpdateInput!]!' },
    async (_, { wishlistId, wishlistItems }, call) => {
      const list = await ownWishlist(call, wishlistId);
      const errors = await each(call, wishlistItems, (inside, input) => {
        const { wishlist_item_id: id, quantity, description, selected_options, entered_options } = input;
        const isChosen = selected_options != null || entered_options != null;
        return changeWish(inside, list, Number(id), {
          ...(quantity != null && { qty: quantity }),
          ...(description !== undefined && { description }),
          ...(isChosen && { options: inside.services.quote.optionsByUids(inside, selected_options, entered_options) }),
        });
      });
      return { user_errors: errors, wishlist: await after(call, list) };
    },
    own,
  ),
}));

async function listsOf(call: Call, customerId: number): Promise<WishlistSource[]> {
  checkActive(call);
  return (await wishlistsOf(call, customerId)).map((list) => ({ list }));
}

const customerFields = extendType('Customer', (t) => ({
  wishlist: deprecated(
    'Use `wishlists`.',
    t.field('Wishlist!', async ({ customer }, _, call) => firstOf(await listsOf(call, customer.id))),
  ),
  wishlist_v2: t.field('Wishlist', { id: 'ID!' }, async (_, { id }, call) => ({ list: await ownWishlist(call, id) })),
  wishlists: t.field(
    '[Wishlist]!',
    { currentPage: 'Int = 1', pageSize: 'Int = 20' },
    async ({ customer }, { currentPage, pageSize }, call) => {
      const [page, size] = [currentPage ?? 1, pageSize ?? 20];
      return (await listsOf(call, customer.id)).slice((page - 1) * size, page * size);
    },
  ),
}));

const wishlistQueries = queries((t) => ({
  wishlist: deprecated(
    old,
    t.field('WishlistOutput', {}, async (_, __, call) => (await listsOf(call, call.caller.id))[0], own),
  ),
}));

/** Wish lists of the storefront. */
export const wishlistGraphql = [
  enums,
  values,
  inputs,
  wishlistType,
  wishlistOutput,
  itemInterface,
  ...items,
  wishlistMutations,
  ...ofPackage('2.4.8', [packageMutations]),
  customerFields,
  wishlistQueries,
  storeConfigFields({ magento_wishlist_general_is_enabled: ['String', hasWishlists] }),
];
