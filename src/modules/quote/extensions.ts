import type { Call } from '../../kernel/call.ts';
import { entity, valuesAt } from '../../kernel/entity.ts';
import { defined } from '../../kernel/fields.ts';
import { firstOf } from '../../kernel/lists.ts';
import type { WantedFields } from '../../kernel/fields-filter.ts';
import {
  anonymous,
  pathParameters,
  self,
  type Access,
  type AnyRoute,
  type MadeRoute,
  type Method,
  type Route,
} from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import type { StoredCart } from './cart/cart.ts';

/** The cart that a route is called for. */
export interface CartOfRoute {
  /** The cart; an active one, unless the declaration says otherwise. Throws 404. */
  read(call: Call): Promise<StoredCart>;
  /** As `read`, for a handler that evaluates the cart in the same transaction: reads its products at the same time. */
  readWithProducts(call: Call): Promise<StoredCart>;
  /** Its id as callers know it: a number, or a guest's mask. */
  readonly id: number | string;
  readonly isGuest: boolean;
}

/** Ways to name a cart: any cart by its id, the caller's own, a guest's by its mask. */
export type WayToCart = 'any' | 'own' | 'guest';

/** Names of the routes of a cart and of their path parameters, as literal types. */
interface CartRouteNames<
  M extends Method = Method,
  L extends string = string,
  S extends string = string,
  N extends string = string,
  W extends WayToCart = WayToCart,
  E extends string = string,
  C extends string = string,
  B extends boolean = boolean,
  T extends CartId = CartId,
> {
  readonly method: M;
  /** Path of a cart that is named by its id: `/V1/carts/:cartId/coupons`. */
  readonly path: L;
  readonly service: S;
  readonly operation: N;
  /** The ways that the interface has; default: all of them. */
  readonly ways?: readonly W[];
  /** Service of the interface for the carts of guests. */
  readonly guestService?: E;
  /** Field of the body that names the cart when it is not an argument, such as `cartItem.quote_id`. */
  readonly cartField?: C;
  /** Whether the carts of guests are at `/V1/carts/guest-carts/…` rather than at `/V1/guest-carts/…`. */
  readonly guestsBelowCarts?: B;
  /** Type of the id; default: integer. */
  readonly idType?: T;
}

type CartId = typeof t.integer | typeof t.string;

/** Path of a cart's route by one of the ways to it. */
type CartPath<L extends string, W extends WayToCart, B> = W extends 'any'
  ? L
  : L extends `${infer Before}/carts/:${infer Rest}`
    ? `${Before}${W extends 'own' ? '/carts/mine' : B extends true ? '/carts/guest-carts/:cartId' : '/guest-carts/:cartId'}${Rest extends `${string}/${infer After}` ? `/${After}` : ''}`
    : L;

/** Arguments of a cart's route by one of the ways to it. */
type CartArguments<I extends t.Fields, G extends t.Fields, W extends WayToCart, C extends string, T> = [C] extends [
  never,
]
  ? { readonly cartId: W extends 'guest' ? typeof t.string : W extends 'own' ? typeof t.integer : T } & I &
      (W extends 'guest' ? G : unknown)
  : I;

/** The common parts of the routes to a cart, and the parts that differ for guests. */
interface CartRoutes<I extends t.Fields, O extends t.Type, G extends t.Fields, P extends t.Type>
  extends
    CartRouteNames,
    Pick<
      Route<I, O>,
      | 'output'
      | 'overrides'
      | 'attempts'
      | 'captcha'
      | 'recaptcha'
      | 'edition'
      | 'transaction'
      | 'startsInTransaction'
      | 'reads'
    > {
  /** Summary of a route; `cart`: "a cart", "the caller's own cart", "a guest's cart". */
  readonly summary: (cart: string, way: WayToCart) => string;
  /** The permission to name any cart by its id. */
  readonly access: Access;
  /** Arguments other than the cart. */
  readonly input: I;
  /** Other arguments that name an entity; see `entity`. */
  readonly names?: readonly string[];
  /** Whether carts that are no longer active can be named too. */
  readonly closed?: true;
  /** Whether guests and customers may send large files. */
  readonly takesFiles?: true;
  /** The permission to name guests' carts; default: anonymous. */
  readonly guestAccess?: Access;
  /** Further arguments of guests, before the others. */
  readonly guestInput?: G;
  readonly guestOutput?: P;
  /** The id that the error for an unknown mask names; default: null. */
  readonly unknownMask?: 0;
  handle(
    input: t.Arguments<I> & Partial<t.Arguments<G>>,
    call: Call,
    cart: CartOfRoute,
    requestedFields: WantedFields,
  ): Promise<t.Out<O> | t.Out<P>> | t.Out<O> | t.Out<P>;
}

/**
 * The routes to a cart, in this order: by its id for callers who manage carts, to the caller's own cart, and to a
 * guest's by its mask.
 */
export function cartRoutes<
  I extends t.Fields,
  O extends t.Type,
  M extends Method,
  L extends string,
  S extends string,
  N extends string,
  G extends t.Fields = Record<never, t.Type>,
  P extends t.Type = O,
  W extends WayToCart = WayToCart,
  E extends string = S,
  C extends string = never,
  B extends boolean = false,
  T extends CartId = typeof t.integer,
>(
  declared: CartRoutes<I, O, G, P> & CartRouteNames<M, L, S, N, W, E, C, B, T>,
): (W extends WayToCart
  ? MadeRoute<
      CartArguments<I, G, W, C, T>,
      W extends 'guest' ? P : O,
      M,
      CartPath<L, W, B>,
      W extends 'guest' ? E : S,
      N,
      W extends 'own' ? Readonly<Record<[C] extends [never] ? 'cartId' : C, 'cart_id'>> : Record<never, never>
    >
  : never)[];
export function cartRoutes<I extends t.Fields, O extends t.Type, G extends t.Fields, P extends t.Type>(
  declared: CartRoutes<I, O, G, P>,
): AnyRoute[] {
  const { ways = ['any', 'own', 'guest'] as const } = declared;
  return ways.map((way) => routeOf(declared, way));
}

/** The words for a cart in summaries. */
const cartNames: Readonly<Record<WayToCart, string>> = {
  any: 'a cart',
  own: "the caller's own cart",
  guest: "a guest's cart",
};

function routeOf<I extends t.Fields, O extends t.Type, G extends t.Fields, P extends t.Type>(
  declared: CartRoutes<I, O, G, P>,
  way: WayToCart,
): AnyRoute {
  const { method, operation, attempts, captcha, recaptcha, edition, transaction, reads, takesFiles } = declared;
  const { startsInTransaction } = declared;
  const isGuest = way === 'guest';
  const cartAt = declared.cartField ?? 'cartId';
  return {
    method,
    operation,
    ...defined({ attempts, captcha, recaptcha, edition, transaction, startsInTransaction, reads }),
    ...(takesFiles && way !== 'any' ? { takesFiles } : {}),
    ...namingCart(declared, way, cartAt),
    service: (isGuest && declared.guestService) || declared.service,
    summary: declared.summary(cartNames[way], way),
    access: { any: declared.access, own: self, guest: declared.guestAccess ?? anonymous }[way],
    entity: entity('cart', cartAt, { names: declared.names ?? [] }),
    output: (isGuest && declared.guestOutput) || declared.output,
    handle(input: t.Arguments<I> & Partial<t.Arguments<G>>, call: Call, requestedFields: WantedFields) {
      const [id] = valuesAt(input, cartAt) as [number | string];
      const read = (on: Call): Promise<StoredCart> => readCart(declared, way, on, id);
      const readWithProducts = (on: Call): Promise<StoredCart> => {
        const cart = read(on);
        on.services.quote.readCartAhead(on, isGuest ? String(id) : Number(id));
        return cart;
      };
      return declared.handle(input, call, { read, readWithProducts, id, isGuest }, requestedFields);
    },
  };
}

/** Source of the cart's id for each route: the path, or the caller's identity. */
function namingCart<I extends t.Fields, O extends t.Type, G extends t.Fields, P extends t.Type>(
  { path: declaredPath, guestsBelowCarts, input, guestInput, overrides, cartField, idType }: CartRoutes<I, O, G, P>,
  way: WayToCart,
  cartAt: string,
): Pick<AnyRoute, 'path' | 'input' | 'overrides' | 'fromPath' | 'forced'> {
  const guest = guestsBelowCarts ? '/carts/guest-carts/:cartId' : '/guest-carts/:cartId';
  const path = declaredPath.replace(/\/carts\/:\w+/, (any) => ({ any, own: '/carts/mine', guest })[way]);
  const forced = way === 'own' ? { [cartAt]: 'cart_id' as const } : undefined;
  if (cartField === undefined) {
    const cartId = { any: idType ?? t.integer, own: t.integer, guest: t.string }[way];
    return {
      path,
      input: { cartId, ...(way === 'guest' ? guestInput : {}), ...input },
      ...defined({ overrides, forced }),
    };
  }
  if (way === 'own') return { path, input, ...defined({ overrides, forced }) };
  const named = firstOf(pathParameters(path));
  return { path, input, overrides: { [named]: t.string, ...overrides }, fromPath: { [cartField]: named } };
}

function readCart(
  { closed, unknownMask }: { readonly closed?: true; readonly unknownMask?: 0 },
  way: WayToCart,
  call: Call,
  id: number | string,
): Promise<StoredCart> {
  const { quote } = call.services;
  if (way !== 'guest') return closed ? quote.cart(call, id) : quote.activeCart(call, id);
  const read = closed ? quote.maskedCart : quote.activeMaskedCart;
  return read(call, String(id), unknownMask);
}
