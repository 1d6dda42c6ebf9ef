import type { Call } from '../../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../../kernel/errors.ts';
import { objectType, type GraphQLTypes, type Selection } from '../../../kernel/graphql.ts';
import { invariant } from '../../../kernel/invariant.ts';
import type { StoredCart } from '../cart/cart.ts';
import { getCart } from '../cart/load.ts';
import { order } from '../checkout.ts';
import { orderEmail } from '../place/checks.ts';
import { cartForCheckout } from './carts.ts';
import { codeOf, graphqlQuoteErrors, isReturned } from './errors.ts';

/** The result of placing an order. */
interface Placed {
  /** Id and number of the order; absent on failure. */
  readonly order?: { readonly id: number; readonly number: string };
  readonly errors: readonly GraphQLTypes['PlaceOrderError'][];
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    PlaceOrderOutput: Placed;
  }
}

/**
 * Orders the caller's cart, which `read` finds and checks. A failure has a code (see `isReturned`). It opens its own
 * transactions.
 */
export async function placeCart(
  call: Call,
  cartId: string,
  selection: Selection,
  read = cartForCheckout,
): Promise<Placed> {
  try {
    const { id: key } = await read(call, cartId);
    const id = await order(call, async (inside) => orderable(await read(inside, cartId)), undefined);
    const { reserved_order_id: number } = await getCart(call, key);
    return { order: { id, number: invariant(number, 'an ordered cart has the number of its order') }, errors: [] };
  } catch (error) {
    if (!isClientError(error) || error.message === graphqlQuoteErrors.guestCheckoutOff.template) throw error;
    const failure = failureOf(error);
    if (isReturned(error, selection)) return { errors: [failure] };
    throw failure.code === 'UNABLE_TO_PLACE_ORDER'
      ? graphqlQuoteErrors.notPlaced([failure.message], { cause: error })
      : error;
  }
}

function orderable(cart: StoredCart): StoredCart {
  if (cart.customer_id === null && orderEmail(cart) === '') throw graphqlQuoteErrors.emailMissing();
  return cart;
}

type Code = GraphQLTypes['PlaceOrderErrorCodes'];

const codes: Readonly<Record<string, Code>> = {
  [graphqlQuoteErrors.noCart.template]: 'CART_NOT_FOUND',
  [graphqlQuoteErrors.notOwn.template]: 'CART_NOT_FOUND',
  [graphqlQuoteErrors.notActive.template]: 'CART_NOT_ACTIVE',
  [graphqlQuoteErrors.emailMissing.template]: 'GUEST_EMAIL_MISSING',
};

function failureOf(error: PlatformError): GraphQLTypes['PlaceOrderError'] {
  return { code: codeOf(codes, error) ?? 'UNABLE_TO_PLACE_ORDER', message: error.text };
}

/** The output of `placeOrder`. Modules with orders add the order itself. */
export const placeOrderOutput = objectType('PlaceOrderOutput', (t) => ({
  errors: '[PlaceOrderError]!',
  order: {
    ...t.field('Order', ({ order: placed }) => placed && { order_id: placed.number, order_number: placed.number }),
    options: { deprecated: 'Use `orderV2`.' },
  },
}));
