import type { Call } from '../../../kernel/call.ts';
import { isClientError } from '../../../kernel/errors.ts';
import { withoutGranted, type StoredCart } from '../cart/cart.ts';
import { couponsOf, keepingCoupons } from '../cart/coupons.ts';
import type { GrantedPieces } from '../cart/extensions.ts';
import { inStore } from '../cart/scope.ts';
import { isForGuests } from '../items/tree.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import { itemsWith } from './adding.ts';

/** A cart with its granted items, and its totals. */
interface GrantedCart {
  readonly cart: StoredCart;
  readonly evaluated: EvaluatedCart;
}

/**
 * A changed cart with up-to-date granted items. Each rule grants once, unless the buyer has removed its item.
 * `evaluated`: the totals of the changed cart.
 */
export async function withGrants(call: Call, changed: StoredCart, evaluated: EvaluatedCart): Promise<GrantedCart> {
  const applied = evaluated.rules.filter(({ id }) => evaluated.totals.appliedRuleIds.includes(id));
  const paid = new Set(withoutGranted(changed.items));
  const remainingIds = new Set(evaluated.cart.items.map(({ item_id }) => item_id));
  const items = changed.items.filter((item) => paid.has(item) || remainingIds.has(item.item_id));
  const declined = (changed.declined_grants ?? []).filter((ruleId) => applied.some(({ id }) => id === ruleId));
  const settled = new Set([...declined, ...items.map(({ granted_by }) => granted_by)]);
  const coupons = keepingCoupons(couponsOf(evaluated.cart));
  const before = { ...changed, ...coupons, items, declined_grants: declined.length > 0 ? declined : undefined };
  let cart: StoredCart = before;
  for (const rule of applied.filter(({ id }) => !settled.has(id))) {
    const pieces = call.contributions.cartGrants.map((grant) => grant.gives(rule)).find(Boolean);
    if (pieces) cart = await granted(call, cart, rule.id, pieces);
  }
  return { cart, evaluated: cart === before ? evaluated : await evaluate(call, cart) };
}

/**
 * A cart with the product of a rule; unchanged when the product is unavailable, or would keep a guest from ordering.
 */
async function granted(outer: Call, cart: StoredCart, ruleId: number, pieces: GrantedPieces): Promise<StoredCart> {
  const call = inStore(outer, cart.store_id);
  try {
    const { changes, nodes } = await itemsWith(call, cart, pieces, ruleId);
    const isForBuyer = cart.customer_id !== null || nodes.every((node) => isForGuests(call, node));
    return isForBuyer ? { ...cart, ...changes } : cart;
  } catch (error) {
    if (isClientError(error)) return cart;
    throw error;
  }
}
