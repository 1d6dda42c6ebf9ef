import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import type { EvaluatedCart, StoredCart } from '../quote/service.ts';
import { mostCoupons } from './configuration.ts';
import { multicouponErrors } from './errors.ts';

/** Adds coupons to a cart. Throws as `replaceCoupons`. */
export async function addCoupons(call: Call, cart: StoredCart, codes: readonly string[]): Promise<void> {
  await replaceCoupons(call, cart, [...call.services.quote.couponsOf(cart), ...codes]);
}

/**
 * Replaces the coupons of a cart. Throws for a cart without items, for too many coupons, and for invalid coupons; the
 * cart then stays unchanged.
 */
export async function replaceCoupons(call: Call, cart: StoredCart, codes: readonly string[]): Promise<void> {
  await call.services.quote.changeCart(call, cart, {}, await withCoupons(call, cart, codes));
}

/**
 * Removes coupons from a cart, or all of them by default. Throws for a cart without items, and for a coupon that the
 * cart does not have.
 */
export async function removeCoupons(call: Call, cart: StoredCart, codes: readonly string[]): Promise<void> {
  const { quote } = call.services;
  const before = quote.couponsOf(cart);
  const removed = onceEach(codes.length > 0 ? codes : before).map((code) => foldText(code));
  const left = before.filter((code) => !removed.includes(foldText(code)));
  const evaluated = await quote.tryCoupons(call, cart, left);
  if (before.length - left.length < removed.length) throw multicouponErrors.notInCart();
  await quote.changeCart(call, cart, {}, evaluated);
}

/** Number of surplus coupons up to which invalid ones are still reported. */
const MOST_NAMED = 10;

/** Evaluates a cart with other coupons. Throws as `replaceCoupons`. */
export async function withCoupons(call: Call, cart: StoredCart, input: readonly string[]): Promise<EvaluatedCart> {
  const { quote } = call.services;
  const codes = onceEach(input);
  const most = call.config.of(mostCoupons, { storeId: cart.store_id });
  // With a small surplus, invalid coupons are reported first: removing a valid one would not help.
  if (codes.length > most + MOST_NAMED) throw multicouponErrors.tooMany();
  const evaluated = await quote.tryCoupons(call, cart, codes);
  const good = quote.couponsOf(evaluated.cart);
  const refused = codes.filter((code) => !good.includes(code));
  if (refused.length > 0) throw multicouponErrors.refused([refused.map((code) => `"${code}"`).join(', ')]);
  if (codes.length > most) throw multicouponErrors.tooMany();
  return evaluated;
}

/** Whether a cart already has these coupons, ignoring case. */
export function hasCoupons(call: Call, cart: StoredCart, input: readonly string[]): boolean {
  const folded = (codes: readonly string[]): string => JSON.stringify(codes.map((code) => foldText(code)));
  return folded(onceEach(input)) === folded(call.services.quote.couponsOf(cart));
}

/** The trimmed codes without duplicates, spelled as in their first occurrence. */
function onceEach(codes: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const code of codes.map((one) => one.trim())) {
    if (!byText.has(foldText(code))) byText.set(foldText(code), code);
  }
  return [...byText.values()];
}
