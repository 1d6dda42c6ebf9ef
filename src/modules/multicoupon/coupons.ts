import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import type { EvaluatedCart, StoredCart } from '../quote/service.ts';
import { mostCoupons } from './configuration.ts';
import { multicouponErrors } from './errors.ts';

/** Gives a cart these coupons besides those that it has. Throws as `replaceCoupons`. */
export async function addCoupons(call: Call, cart: StoredCart, codes: readonly string[]): Promise<void> {
  await replaceCoupons(call, cart, [...call.services.quote.couponsOf(cart), ...codes]);
}

/**
 * Gives a cart these coupons in place of those that it has. Throws for a cart without items, for too many coupons, and for
 * coupons that are not good; the cart is as before then.
 */
export async function replaceCoupons(call: Call, cart: StoredCart, codes: readonly string[]): Promise<void> {
  await call.services.quote.changeCart(call, cart, {}, await withCoupons(call, cart, codes));
}

/** Takes coupons off a cart, all of them where none is named. Throws for a cart without items, or without one of the coupons. */
export async function removeCoupons(call: Call, cart: StoredCart, codes: readonly string[]): Promise<void> {
  const { quote } = call.services;
  const before = quote.couponsOf(cart);
  const removed = onceEach(codes.length > 0 ? codes : before).map((code) => foldText(code));
  const left = before.filter((code) => !removed.includes(foldText(code)));
  const evaluated = await quote.tryCoupons(call, cart, left);
  if (before.length - left.length < removed.length) throw multicouponErrors.notInCart();
  await quote.changeCart(call, cart, {}, evaluated);
}

/** Coupons beyond the limit up to which bad ones are named. */
const MOST_NAMED = 10;

/** What a cart would come to with coupons in place of its own. Throws as `replaceCoupons`. */
export async function withCoupons(call: Call, cart: StoredCart, sent: readonly string[]): Promise<EvaluatedCart> {
  const { quote } = call.services;
  const codes = onceEach(sent);
  const most = call.config.of(mostCoupons, { storeId: cart.store_id });
  // With few coupons too many a bad one is named all the same: taking another one off would be in vain.
  if (codes.length > most + MOST_NAMED) throw multicouponErrors.tooMany();
  const evaluated = await quote.tryCoupons(call, cart, codes);
  const good = quote.couponsOf(evaluated.cart);
  const refused = codes.filter((code) => !good.includes(code));
  if (refused.length > 0) throw multicouponErrors.refused([refused.map((code) => `"${code}"`).join(', ')]);
  if (codes.length > most) throw multicouponErrors.tooMany();
  return evaluated;
}

/** Whether a cart has these coupons already, in whatever case. */
export function hasCoupons(call: Call, cart: StoredCart, sent: readonly string[]): boolean {
  const folded = (codes: readonly string[]): string => JSON.stringify(codes.map((code) => foldText(code)));
  return folded(onceEach(sent)) === folded(call.services.quote.couponsOf(cart));
}

/** The codes without spaces around them, each as it is sent first. */
function onceEach(codes: readonly string[]): string[] {
  const byText = new Map<string, string>();
  for (const code of codes.map((one) => one.trim())) {
    if (!byText.has(foldText(code))) byText.set(foldText(code), code);
  }
  return [...byText.values()];
}
