import { foldText } from '../../kernel/fold.ts';
import type { CartGrant } from '../quote/cart/extensions.ts';
import type { EvaluatedCart } from '../quote/service.ts';
import type { ActiveRule } from '../sales-rule/service.ts';

/** The action of rules that give products. */
export const FREE_GIFT = 'free_gift';

/** What a buyer is told of a rule without a label in the store view. */
const UNNAMED = 'Free Gift';

/** The product types that can be given: those whose price does not depend on what buyers enter, and that are one item. */
export const giftTypes: ReadonlySet<string> = new Set(['simple', 'virtual', 'downloadable', 'configurable', 'bundle']);

declare module '../sales-rule/rules/extensions.ts' {
  interface RuleExtensions {
    /** SKUs of the products of which a rule gives one. */
    readonly gift_skus?: readonly string[];
    /** Pieces that it gives. */
    readonly gift_qty?: number;
  }
}

/** What a rule gives: up to so many pieces of one of these products. */
export interface GiftOffer {
  readonly ruleId: number;
  readonly label: string;
  readonly qty: number;
  readonly skus: readonly string[];
}

/** What a rule gives; undefined for one with another action. */
export function offerOf({ id, simpleAction, label, extensions }: ActiveRule): GiftOffer | undefined {
  const { gift_skus: skus = [], gift_qty: qty = 1 } = extensions;
  return simpleAction === FREE_GIFT && skus.length > 0 ? { ruleId: id, label: label || UNNAMED, qty, skus } : undefined;
}

/** Whether an offer has a product with this SKU. */
export function offers({ skus }: GiftOffer, sku: string): boolean {
  return skus.some((one) => foldText(one) === foldText(sku.trim()));
}

/** What the rules that apply to a cart give and have not given yet. */
export function openOffers({ cart, rules, totals }: EvaluatedCart): GiftOffer[] {
  const given = new Set(cart.items.map(({ granted_by }) => granted_by));
  const open = rules.filter(({ id }) => totals.appliedRuleIds.includes(id) && !given.has(id));
  return open.flatMap((rule) => offerOf(rule) ?? []);
}

/** A rule with one gift gives it by itself, unless there is something to choose of it. */
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
