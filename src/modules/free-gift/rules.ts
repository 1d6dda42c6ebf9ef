import type { Call } from '../../kernel/call.ts';
import type { RuleExtension, RuleExtensions } from '../sales-rule/rules/extensions.ts';
import { freeGiftErrors } from './errors.ts';
import { FREE_GIFT, giftTypes } from './offers.ts';

/** The gifts of a rule in a request. */
interface SentGifts {
  readonly gift_skus?: readonly string[] | null;
  readonly gift_qty?: number | null;
}

/** Stores the gifts of a rule; omitted fields stay unchanged. */
export const giftsOfRule: RuleExtension = {
  async save(call, { simpleAction, before }, input: SentGifts): Promise<RuleExtensions> {
    const skus = input.gift_skus ? await giftSkus(call, input.gift_skus) : before.gift_skus;
    const qty = input.gift_qty ?? before.gift_qty;
    if (qty !== undefined && qty < 1) throw freeGiftErrors.ruleQty();
    if (simpleAction !== FREE_GIFT) return giftFields(skus, qty);
    if (!skus?.length) throw freeGiftErrors.noSkus();
    return giftFields(skus, qty ?? 1);
  },
};

function giftFields(gift_skus: readonly string[] | undefined, gift_qty: number | undefined): RuleExtensions {
  return { ...(gift_skus && { gift_skus }), ...(gift_qty !== undefined && { gift_qty }) };
}

/**
 * The SKUs of a request, without duplicates and spelled as in their products. Throws 400 for a product that cannot be a
 * gift.
 */
async function giftSkus(call: Call, input: readonly string[]): Promise<string[]> {
  const { catalog } = call.services;
  const products = await catalog.productsBySku(call, input, call.scope.storeId);
  const skus = input.map((sku) => {
    const product = products.get(catalog.foldSku(sku));
    if (!product || !giftTypes.has(product.type_id)) throw freeGiftErrors.noGift([sku]);
    return product.sku;
  });
  return [...new Set(skus)];
}
