import type { Call } from '../../kernel/call.ts';
import {
  deprecated,
  extendInput,
  extendType,
  inputTypes,
  mutations,
  objectType,
  ofReleases,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import type { Setting } from '../../kernel/settings.ts';
import { idOf, uidOf } from '../../kernel/uids.ts';
import type { CartItemUpdate } from '../quote/graphql/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import { giftOptions } from './configuration.ts';
import { designImage, findDesigns, findOffered, type Design } from './designs.ts';
import { wrappingErrors } from './errors.ts';
import { wrappingPrices } from './graphql-prices.ts';
import { wrappingWithMessages } from './wrapped-carts.ts';

const values = valueTypes({
  GiftWrappingImage: { label: 'String!', url: 'String!' },
  SetGiftOptionsOnCartOutput: { cart: 'Cart!' },
});
const inputs = inputTypes({
  SetGiftOptionsOnCartInput: {
    cart_id: 'String!',
    gift_message: 'GiftMessageInput',
    gift_receipt_included: 'Boolean!',
    gift_wrapping_id: 'ID',
    printed_card_included: 'Boolean!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    GiftWrapping: Design;
  }
}

const design = objectType('GiftWrapping', (t) => ({
  design: 'String!',
  id: deprecated(
    'Use `uid`.',
    t.field('ID!', ({ wrapping_id: id }) => uidOf(id)),
  ),
  image: t.field('GiftWrappingImage', (of, _, call) => {
    const url = designImage(call, of);
    return url === undefined ? null : { label: of.design, url };
  }),
  price: t.field('Money!', ({ base_price: price }, _, call) => call.services.storefront.money(call)(price)),
  uid: t.field('ID!', ({ wrapping_id: id }) => uidOf(id)),
}));

const designs = loader<number, Design | null>(async (ids, call) => {
  const found = await findDesigns(call, ids, call.scope.storeId);
  return ids.map((id) => found.get(id) ?? null);
});
const chosen = (call: Call, id: number | undefined) => (id === undefined ? null : designs(call, id));

// One list for all items of a response.
const offeredIn = loader<number, Design[]>(async (websiteIds, call) => {
  const found = await findOffered(call, websiteIds);
  return websiteIds.map((id) => found.filter((one) => one.websiteIds.includes(id)));
});
const offered = (call: Call, isAllowed: Setting<boolean>, { website_id, store_id }: StoredCart) =>
  call.config.of(isAllowed, { storeId: store_id }) ? offeredIn(call, website_id) : [];

const ofCarts = extendType('Cart', (t) => ({
  available_gift_wrappings: t.field('[GiftWrapping]!', ({ cart }, _, call) =>
    offered(call, giftOptions.wrapsOrders, cart),
  ),
  gift_receipt_included: t.field('Boolean!', ({ cart }) => cart.gw_allow_gift_receipt ?? false),
  gift_wrapping: t.field('GiftWrapping', ({ cart }, _, call) => chosen(call, cart.gw_id)),
  printed_card_included: t.field('Boolean!', ({ cart }) => cart.gw_add_card ?? false),
}));
const ofCartItem = (name: 'SimpleCartItem' | 'ConfigurableCartItem' | 'BundleCartItem' | 'GiftCardCartItem') =>
  extendType(name, (t) => ({
    available_gift_wrapping: t.field('[GiftWrapping]!', ({ evaluated }, _, call) =>
      offered(call, giftOptions.wrapsItems, evaluated.cart),
    ),
    gift_wrapping: t.field('GiftWrapping', ({ item }, _, call) => chosen(call, item.gw_id)),
  }));
const ofCartItems = [
  ...(['SimpleCartItem', 'ConfigurableCartItem', 'BundleCartItem'] as const).map(ofCartItem),
  ...ofReleases({ release: '2.4.8' }, [ofCartItem('GiftCardCartItem')]),
];
const ofOrders = extendType('CustomerOrder', (t) => ({
  gift_receipt_included: t.field('Boolean!', ({ order }) => order.gw_allow_gift_receipt ?? false),
  gift_wrapping: t.field('GiftWrapping', ({ order }, _, call) => chosen(call, order.gw_id)),
  printed_card_included: t.field('Boolean!', ({ order }) => order.gw_add_card ?? false),
}));
const ofOrderItems = extendType('OrderItemInterface', (t) => ({
  gift_wrapping: t.field('GiftWrapping', ({ item }, _, call) => chosen(call, item.gw_id)),
}));

/** The requested design; 0, by an empty uid: none. Undefined if omitted. */
function designOf(uid: string | null | undefined): number | undefined {
  if (uid == null) return undefined;
  if (uid === '') return 0;
  const id = idOf(uid) ?? (/^\d{1,9}$/.test(uid) ? Number(uid) : undefined);
  if (id === undefined) throw wrappingErrors.notFound([uid]);
  return id;
}

const giftMutations = mutations((t) => ({
  setGiftOptionsOnCart: t.field(
    'SetGiftOptionsOnCartOutput',
    { input: 'SetGiftOptionsOnCartInput!' },
    async (_, { input }, call) => {
      const { cart_id, gift_message: message, gift_wrapping_id, gift_receipt_included, printed_card_included } = input;
      const cart = await call.services.quote.storefrontCart(call, cart_id);
      const written = message ? await call.services.giftMessage.setOnCart(call, cart, message) : cart;
      // Storefronts remove the design of a cart by null; for an item, null leaves it unchanged.
      const wrapping_id = gift_wrapping_id === null ? 0 : designOf(gift_wrapping_id);
      const saved = await wrappingWithMessages.saveCart(call, written, {
        ...(wrapping_id !== undefined && { wrapping_id }),
        wrapping_allow_gift_receipt: gift_receipt_included,
        wrapping_add_printed_card: printed_card_included,
      });
      return { cart: { cart: saved } };
    },
  ),
}));

/** Sets the wrapping of an item when the item is updated. */
export const wrapCartItem: CartItemUpdate = async (call, cart, itemId, { gift_wrapping_id: uid }) => {
  const wrapping_id = designOf(uid as string | null | undefined);
  return wrapping_id === undefined ? cart : wrappingWithMessages.saveItem(call, cart, itemId, { wrapping_id });
};

/** Wrapping of carts and orders in GraphQL. */
export const giftWrappingGraphql = [
  values,
  inputs,
  design,
  ofCarts,
  ...ofCartItems,
  ofOrders,
  ofOrderItems,
  giftMutations,
  extendInput('CartItemUpdateInput', { gift_wrapping_id: 'ID' }),
  ...wrappingPrices,
];
