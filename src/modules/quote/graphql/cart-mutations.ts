import type { Call } from '../../../kernel/call.ts';
import {
  deprecated,
  inputTypes,
  mutations,
  valueTypes,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { readShippingAddress } from '../addresses/shipping.ts';
import type { StoredCart } from '../cart/cart.ts';
import { findByMask } from '../cart/load.ts';
import { assignCart } from '../change/assign.ts';
import { createGuestCart } from '../change/create.ts';
import { mergeInto } from '../change/merge.ts';
import { giveMask, MASK_LENGTH } from '../change/save.ts';
import { getCart } from '../cart/load.ts';
import { isVirtualCart } from '../items/tree.ts';
import { estimateShipping } from '../show/shipping-methods.ts';
import { evaluate } from '../totals/evaluate.ts';
import type { QuoteAddressInput } from '../types.ts';
import { shownMethod } from './addresses.ts';
import { takeMethod } from './addressing.ts';
import { activeCart, customersCart, inPlace, ownCart } from './carts.ts';
import { graphqlQuoteErrors } from './errors.ts';

const values = valueTypes({
  CreateGuestCartOutput: { cart: 'Cart' },
  EstimateTotalsOutput: { cart: 'Cart' },
});

const inputs = inputTypes({
  CreateGuestCartInput: { cart_uid: 'ID' },
  EstimateTotalsInput: { address: 'EstimateAddressInput!', cart_id: 'String!', shipping_method: 'ShippingMethodInput' },
  createEmptyCartInput: { cart_id: 'String' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

/** A guest's new cart, under the requested id if there is one. */
async function newCart(call: Call, id: string | null | undefined): Promise<StoredCart> {
  if (id == null) return createGuestCart(call);
  if (id.length !== MASK_LENGTH) throw graphqlQuoteErrors.idLength();
  if (await findByMask(call, id)) throw graphqlQuoteErrors.idTaken([id]);
  return createGuestCart(call, id);
}

async function mergeCarts(call: Call, sourceId: string, destinationId: string | null | undefined): Promise<StoredCart> {
  if (sourceId === '') throw graphqlQuoteErrors.inputMissing(['source_cart_id']);
  if (sourceId === destinationId) throw graphqlQuoteErrors.sameCart();
  const destination = destinationId ? await ownCart(call, destinationId) : await customersCart(call);
  const source = await activeCart(call, sourceId);
  if (source.customer_id !== null && source.customer_id !== call.caller.id) {
    throw graphqlQuoteErrors.notOwn([sourceId]);
  }
  // Without a destination, the source may be the customer's cart itself.
  if (source.id === destination.id) throw graphqlQuoteErrors.sameCart();
  return mergeInto(call, source, destination);
}

async function assign(call: Call, id: string): Promise<StoredCart> {
  const cart = await activeCart(call, id);
  if (cart.customer_id !== null) throw graphqlQuoteErrors.notOwn([id]);
  await assignCart(call, cart, call.caller.id, call.scope.storeId);
  return inPlace(call, await giveMask(call, await getCart(call, cart.id)));
}

/** An address to estimate prices for. */
function estimated({ country_code, postcode, region }: GraphQLTypes['EstimateAddressInput']): QuoteAddressInput {
  return {
    country_id: country_code,
    postcode: postcode ?? null,
    ...(region?.region_id != null && { region_id: region.region_id }),
    ...(region?.region != null && { region: region.region }),
    ...(region?.region_code != null && { region_code: region.region_code }),
  };
}

async function estimateTotals(
  call: Call,
  { cart_id, address, shipping_method }: GraphQLTypes['EstimateTotalsInput'],
): Promise<GraphQLTypes['EstimateTotalsOutput']> {
  const cart = await ownCart(call, cart_id);
  const to = await readShippingAddress(call, estimated(address), cart);
  const place = isVirtualCart(call, cart.items) ? { billing: to } : { shipping: to };
  const method = shipping_method ? takeMethod(shipping_method) : cart.shipping_method;
  const evaluated = await evaluate(call, { ...cart, ...place, shipping_method: method });
  // An estimate: the cart stays unchanged.
  return { cart: { cart: evaluated.cart, evaluated } };
}

const cartMutations = mutations((t) => ({
  assignCustomerToGuestCart: t.field(
    'Cart!',
    { cart_id: 'String!' },
    async (_, { cart_id }, call) => ({ cart: await assign(call, cart_id) }),
    { customersOnly: true },
  ),
  createEmptyCart: deprecated(
    'Use `createGuestCart`, or `customerCart` for customers.',
    t.field('String', { input: 'createEmptyCartInput' }, async (_, { input }, call) => {
      if (call.caller.type === 'customer') return (await customersCart(call)).masked_id;
      return (await newCart(call, input?.cart_id)).masked_id;
    }),
  ),
  createGuestCart: t.field('CreateGuestCartOutput', { input: 'CreateGuestCartInput' }, async (_, { input }, call) => {
    if (call.caller.type === 'customer') throw graphqlQuoteErrors.forGuests();
    return { cart: { cart: await newCart(call, input?.cart_uid) } };
  }),
  estimateShippingMethods: t.field(
    '[AvailableShippingMethod]',
    { input: 'EstimateTotalsInput!' },
    async (_, { input }, call) => {
      const cart = await ownCart(call, input.cart_id);
      const evaluated = await evaluate(call, cart);
      const methods = await estimateShipping(call, cart, estimated(input.address));
      return methods.map((one) => shownMethod(evaluated, one));
    },
  ),
  estimateTotals: t.field('EstimateTotalsOutput!', { input: 'EstimateTotalsInput!' }, (_, { input }, call) =>
    estimateTotals(call, input),
  ),
  mergeCarts: t.field(
    'Cart!',
    { destination_cart_id: 'String', source_cart_id: 'String!' },
    async (_, { source_cart_id, destination_cart_id }, call) => ({
      cart: await mergeCarts(call, source_cart_id, destination_cart_id),
    }),
    { customersOnly: true },
  ),
}));

/** GraphQL declarations to create, find and read carts. */
export const cartMutationDeclarations = [values, inputs, cartMutations];
