import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import {
  extendType,
  inputTypes,
  mutations,
  objectType,
  ofPackage,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { isInStock, isOffered, type ItemProduct } from '../quote/items/extensions/item-product.ts';
import type { EvaluatedCart } from '../quote/service.ts';
import { freeGiftErrors } from './errors.ts';
import { giftTypes, offers, openOffers, type GiftOffer } from './offers.ts';

/** The offer of a rule, with its available products. */
interface ShownOffer extends GiftOffer {
  readonly products: readonly ItemProduct[];
}

const values = valueTypes({ SelectFreeGiftForCartOutput: { cart: 'Cart!' } });
const inputs = inputTypes({
  SelectFreeGiftForCartInput: {
    cart_id: 'String!',
    entered_options: '[EnteredOptionInput!]',
    quantity: 'Int',
    rule_id: 'Int!',
    selected_options: '[ID!]',
    sku: 'String!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    AvailableFreeGift: ShownOffer;
  }
}

/** The open offers of carts, without those that have no available product. */
const toChoose = loader<EvaluatedCart, ShownOffer[]>((carts, call) =>
  Promise.all(carts.map((evaluated) => offersOf(call, evaluated))),
);

async function offersOf(outer: Call, evaluated: EvaluatedCart): Promise<ShownOffer[]> {
  const { cart } = evaluated;
  const { catalog, quote } = outer.services;
  const call = quote.inStore(outer, cart.store_id);
  const open = openOffers(evaluated);
  if (open.length === 0) return [];
  const skus = open.flatMap((offer) => offer.skus);
  const found = await catalog.productsBySku(call, skus, cart.store_id);
  const products = await quote.itemProducts(
    call,
    [...found.values()].map(({ id }) => id),
  );
  const isThere = (one: ItemProduct) =>
    giftTypes.has(one.product.type_id) && isOffered(one, cart.website_id) && isInStock(one);
  return open.flatMap((offer) => {
    const there = offer.skus.flatMap((sku) => products.get(found.get(catalog.foldSku(sku))?.id ?? 0) ?? []);
    const gifts = there.filter(isThere);
    return gifts.length > 0 ? [Object.assign({}, offer, { products: gifts })] : [];
  });
}

const availableGift = objectType('AvailableFreeGift', (t) => ({
  available_skus: t.field('[String!]!', ({ products }) => products.map(({ product }) => product.sku)),
  gift_qty: t.field('Int!', ({ qty }) => qty),
  products: t.field('[ProductInterface!]!', ({ products }, _, call) =>
    products.map((product) => call.services.storefront.source(call, product)),
  ),
  rule_id: t.field('Int!', ({ ruleId }) => ruleId),
  rule_label: t.field('String', ({ label }) => label),
}));

const ofCarts = extendType('Cart', (t) => ({
  available_free_gifts: t.field('[AvailableFreeGift!]!', async (source, _, call) =>
    toChoose(call, await call.services.quote.evaluatedOf(call, source)),
  ),
  has_available_free_gifts: t.field('Boolean!', async (source, _, call) => {
    const offered = await toChoose(call, await call.services.quote.evaluatedOf(call, source));
    return offered.length > 0;
  }),
}));
const ofCartItems = extendType('CartItemInterface', (t) => ({
  is_free_gift: t.field('Boolean', ({ item }) => item.granted_by !== undefined),
}));
const ofOrderItems = extendType('OrderItemInterface', (t) => ({
  free_gift_label: t.field('String', ({ item }) => item.free_gift_label ?? null),
}));

/** Adds the buyer's chosen gift to the cart. */
async function selectGift(
  call: Call,
  { cart_id, rule_id, sku, quantity, selected_options, entered_options }: GraphQLTypes['SelectFreeGiftForCartInput'],
): Promise<GraphQLTypes['SelectFreeGiftForCartOutput']> {
  const { quote } = call.services;
  const cart = await quote.storefrontCart(call, cart_id);
  const offer = openOffers(await quote.evaluate(call, cart)).find(({ ruleId }) => ruleId === rule_id);
  if (!offer) throw freeGiftErrors.notPending([rule_id]);
  if (!offers(offer, sku)) throw freeGiftErrors.notAGift([sku, rule_id]);
  const qty = quantity ?? offer.qty;
  if (qty < 1) throw freeGiftErrors.quantity();
  if (qty > offer.qty) throw freeGiftErrors.tooMany();
  const options = quote.optionsByUids(call, selected_options, entered_options);
  try {
    return { cart: { cart: await quote.grantItem(call, cart, { ruleId: rule_id, sku, qty, options }) } };
  } catch (error) {
    throw error instanceof PlatformError ? quote.inStorefrontWords(error, { sku }) : error;
  }
}

const giftMutations = mutations((t) => {
  const select = t.field(
    'SelectFreeGiftForCartOutput',
    { input: 'SelectFreeGiftForCartInput!' },
    (_, { input }, call) => selectGift(call, input),
  );
  return { selectFreeGift: select, selectFreeGiftForCart: select };
});

/** Free gifts of carts and orders in GraphQL. */
export const freeGiftGraphql = ofPackage('2.4.8', [
  values,
  inputs,
  availableGift,
  ofCarts,
  ofCartItems,
  ofOrderItems,
  giftMutations,
]);
