import { foldText } from '../../kernel/fold.ts';
import type { CartGrant } from '../quote/cart/extensions.ts';
import type { EvaluatedCart } from '../quote/service.ts';
import type { ActiveRule } from '../sales-rule/service.ts';

/** The action of free gift rules. */
export const FREE_GIFT = 'free_gift';

/** Default label of a rule without one in the store view. */
const UNNAMED = 'Free Gift';

/** Product types that can be gifts: single items whose price does not depend on the buyer's input. */
export const giftTypes: ReadonlySet<string> = new Set(['simple', 'virtual', 'downloadable', 'configurable', 'bundle']);

declare module '../sales-rule/rules/extensions.ts' {
  interface RuleExtensions {
    /** SKUs of the gift products of a rule. */
    readonly gift_skus?: readonly string[];
    /** Number of free units. */
    readonly gift_qty?: number;
  }
}

/** The offer of a rule: up to `qty` units of one of these products. */
export interface GiftOffer {
  readonly ruleId: number;
  readonly label: string;
  readonly qty: number;
  readonly skus: readonly string[];
}

/** The offer of a rule; undefined for a rule with another action. */
export function offerOf({ id, simpleAction, label, extensions }: ActiveRule): GiftOffer | undefined {
  const { gift_skus: skus = [], gift_qty: qty = 1 } = extensions;
  return simpleAction === FREE_GIFT && skus.length > 0 ? { ruleId: id, label: label || UNNAMED, qty, skus } : undefined;
}

/** Whether an offer has a product with this SKU. */
export function offers({ skus }: GiftOffer, sku: string): boolean {
  return skus.some((one) => foldText(one) === foldText(sku.trim()));
}

/** The remaining offers of the rules that apply to a cart. */
export function openOffers({ cart, rules, totals }: EvaluatedCart): GiftOffer[] {
  const grantedRules = new Set(cart.items.map(({ granted_by }) => granted_by));
  const open = rules.filter(({ id }) => totals.appliedRuleIds.includes(id) && !grantedRules.has(id));
  return open.flatMap((rule) => offerOf(rule) ?? []);
}

/** A rule with one gift adds it automatically, unless the product has options to choose. */
export const giftsOfRules: CartGrant = {
  gives(rule) {
    const { qty, skus = [] } = offerOf(rule) ?? {};
    const [sku, ...others] = skus;
    return sku !== undefined && qty !== undefined && others.length === 0 ? { sku, qty } : undefined;
  },
  stays(rule, { sku, qty }) {
    const offer = offerOf(rule);
    return offer !== undefined && qty <= offer.qty && offers(offer, sku);
  },
};
