import { companyInCall, type Call } from '../../../kernel/call.ts';
import { loader } from '../../../kernel/loader.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import { graphqlQuoteErrors } from './errors.ts';
import type { StoredCart } from '../cart/cart.ts';
import { placeOfCall } from '../cart/currency.ts';
import { findByMask, getCart } from '../cart/load.ts';
import { changeCart } from '../change/cart.ts';
import { createCustomerCart } from '../change/create.ts';
import { giveMask } from '../change/save.ts';
import { inStore } from '../cart/scope.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { loadTree, withoutGone } from '../items/tree.ts';
import { allowsGuests } from '../place/guest-checkout.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import type { CartSource } from './types.ts';

/** The cart that a storefront knows by an id, active, the caller's own and for the company of the call. Throws where it is not. */
export async function ownCart(call: Call, id: string): Promise<StoredCart> {
  const cart = await activeCart(call, id);
  const { caller } = call;
  const own = caller.type === 'customer' ? caller.id : null;
  if (cart.customer_id !== own || cart.company_id !== companyInCall(call, caller.id))
    throw graphqlQuoteErrors.notOwn([id]);
  return inPlace(call, cart);
}

/** Changes the caller's cart with a storefront id; returns the updated cart. Throws as `ownCart`. */
export async function changeOwnCart(
  call: Call,
  id: string,
  change: (cart: StoredCart) => Promise<unknown>,
  read = ownCart,
): Promise<{ readonly cart: CartSource }> {
  await change(await read(call, id));
  return { cart: { cart: await ownCart(call, id) } };
}

/**
 * Moves a cart to the store view and the currency of the request, with new totals: in the call's transaction, or in one
 * of its own. An unchanged cart is not written. A cart of another website does not move.
 */
export async function inPlace(call: Call, cart: StoredCart): Promise<StoredCart> {
  if (isInPlace(call, cart)) return cart;
  return call.transaction(async (inside) => {
    const present = call.inTransaction ? cart : await getCart(inside, cart.id);
    if (!present.is_active) throw graphqlQuoteErrors.notActive();
    return isInPlace(inside, present) ? present : changeCart(inside, present, placeOfCall(inside));
  });
}

function isInPlace(call: Call, cart: StoredCart): boolean {
  if (cart.website_id !== call.scope.websiteId) return true;
  const { store_id, quote_currency_code } = placeOfCall(call);
  return cart.store_id === store_id && cart.quote_currency_code === quote_currency_code;
}

/** The active cart with a storefront id, of any owner. Throws when not found. */
export async function activeCart(call: Call, id: string): Promise<StoredCart> {
  if (id === '') throw graphqlQuoteErrors.idMissing();
  const cart = await findByMask(call, id);
  if (!cart) throw graphqlQuoteErrors.noCart([id]);
  if (!cart.is_active || (cart.is_apart && !cart.is_direct)) throw graphqlQuoteErrors.notActive();
  if (cart.website_id !== call.scope.websiteId) throw graphqlQuoteErrors.otherStore([id]);
  return cart;
}

/**
 * As `ownCart`, for a step of the checkout. Throws for a guest's cart where guests may not check out. Products that guests may not
 * order are refused with the order alone, as in the interface.
 */
export async function cartForCheckout(call: Call, id: string): Promise<StoredCart> {
  const cart = await ownCart(call, id);
  if (cart.customer_id === null && !allowsGuests(call, cart)) throw graphqlQuoteErrors.guestCheckoutOff();
  return cart;
}

/** The calling customer's cart, created if missing, with its storefront id. */
export function customersCart(call: Call): Promise<StoredCart> {
  return call.transaction(async (inside) => {
    const cart = await giveMask(inside, await createCustomerCart(inside, call.caller.id));
    return inPlace(inside, cart);
  });
}

/** Work on several carts at once, whose statements are batched by store view. */
async function eachCart<T>(
  call: Call,
  carts: readonly StoredCart[],
  work: (inside: Call, cart: StoredCart) => Promise<T>,
): Promise<T[]> {
  const calls = new Map([...new Set(carts.map((cart) => cart.store_id))].map((id) => [id, inStore(call, id)]));
  return Promise.all(carts.map((cart) => work(valueAt(calls, cart.store_id), cart)));
}

const trees = loader<StoredCart, readonly CartItemNode[]>((carts, call) => eachCart(call, carts, loadTree));

const evaluations = loader<StoredCart, EvaluatedCart>((carts, call) =>
  eachCart(call, carts, async (inside, cart) => evaluate(inside, cart, await trees(call, cart))),
);

/** A cart without the items whose product was deleted, for fields that need no prices. */
export async function presentCart(call: Call, { cart, evaluated }: CartSource): Promise<StoredCart> {
  return evaluated?.cart ?? withoutGone(cart, await trees(call, cart));
}

/** The evaluation of a cart; computed once per response. */
export async function evaluatedOf(call: Call, { cart, evaluated }: CartSource): Promise<EvaluatedCart> {
  return evaluated ?? evaluations(call, cart);
}
