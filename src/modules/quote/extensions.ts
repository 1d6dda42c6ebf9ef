import type { Call } from '../../kernel/call.ts';
import { entity } from '../../kernel/entity.ts';
import { anonymous, self, type Access, type AnyRoute, type Route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import type { Cart } from './cart/cart.ts';

/** The cart that a route is called for. */
export interface CartOfRoute {
  /** The active cart. Throws 404. */
  read(call: Call): Promise<Cart>;
  /** Its id as callers know it: a number, for guests a mask. */
  readonly id: number | string;
  readonly isGuest: boolean;
}

/** A way to a cart: any one by its id, the caller's own, a guest's by its mask. */
export type WayToCart = 'any' | 'own' | 'guest';

/** What the routes of a cart have in common. */
interface CartRoutes<I extends t.Fields, O extends t.Type> extends Pick<
  Route<I, O>,
  'method' | 'service' | 'operation' | 'output' | 'captcha' | 'recaptcha' | 'transaction' | 'reads'
> {
  /** Path for a cart that is named by its id: `/V1/carts/:cartId/coupons`. */
  readonly path: string;
  /** The ways in which the interface has it; all of them when left out. */
  readonly ways?: readonly WayToCart[];
  /** Service of the interface for the carts of guests. */
  readonly guestService?: string;
  /** What the routes do; `cart`: "a cart", "the caller's own cart", "a guest's cart". */
  readonly summary: (cart: string) => string;
  /** Who may name any cart by its id. */
  readonly access: Access;
  /** Arguments besides the cart. */
  readonly input: I;
  handle(input: t.Arguments<I>, call: Call, cart: CartOfRoute): Promise<t.Out<O>> | t.Out<O>;
}

/**
 * The routes by which the interface reaches a cart: by its id for those who manage carts, the caller's own, and a guest's by its
 * mask; in this order.
 */
export function cartRoutes<I extends t.Fields, O extends t.Type>(declared: CartRoutes<I, O>): AnyRoute[] {
  const { path, ways, service, guestService = service, summary, access, input, handle, ...common } = declared;
  const routeOf = (isGuest: boolean, whose: string): AnyRoute => ({
    ...common,
    path,
    service: isGuest ? guestService : service,
    summary: summary(whose),
    access,
    entity: entity('cart', 'cartId'),
    input: { cartId: isGuest ? t.string : t.integer, ...input },
    handle(sent: t.Arguments<I> & { cartId: number | string }, call: Call) {
      const { cartId: id } = sent;
      const read = (on: Call): Promise<Cart> =>
        isGuest ? on.services.quote.activeMaskedCart(on, String(id)) : on.services.quote.activeCart(on, id);
      return handle(sent, call, { read, id, isGuest });
    },
  });
  const routes: Readonly<Record<WayToCart, AnyRoute>> = {
    any: routeOf(false, 'a cart'),
    own: {
      ...routeOf(false, "the caller's own cart"),
      path: path.replace('/carts/:cartId', '/carts/mine'),
      access: self,
      forced: { cartId: 'cart_id' },
    },
    guest: {
      ...routeOf(true, "a guest's cart"),
      path: path.replace('/carts/:cartId', '/guest-carts/:cartId'),
      access: anonymous,
    },
  };
  return (ways ?? (['any', 'own', 'guest'] as const)).map((way) => routes[way]);
}
