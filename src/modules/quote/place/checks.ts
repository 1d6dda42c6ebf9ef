import type { Call } from '../../../kernel/call.ts';
import { isEmail } from '../addresses/email.ts';
import { addressProblems } from '../addresses/problems.ts';
import type { StoredCart, CartAddress } from '../cart/cart.ts';
import { minimumOrder } from '../configuration.ts';
import { quoteErrors } from '../errors.ts';
import { isOffered } from '../items/extensions/item-product.ts';
import { piecesOf } from '../change/adding.ts';
import { checkQuantity } from '../items/quantity.ts';
import { isVirtualCart } from '../items/tree.ts';
import { readSettings } from '../read-settings.ts';
import type { EvaluatedCart } from '../totals/evaluate.ts';
import { formatPrice } from '../totals/show.ts';

/** Checks whether a cart can be ordered. Throws the first problem, in the interface's order. */
export function checkOrder(call: Call, evaluated: EvaluatedCart): void {
  const { cart, totals } = evaluated;
  if (cart.items.length === 0) throw quoteErrors.serverStopped();
  checkMinimum(call, evaluated);
  if (!isVirtualCart(call, cart.items)) {
    const problem = addressProblem(call, cart.shipping);
    if (problem) throw quoteErrors.checkShippingAddress([problem]);
    if (!totals.shippingRate) throw quoteErrors.shippingMethodMissing();
  }
  const problem = addressProblem(call, cart.billing);
  if (problem) throw quoteErrors.checkBillingAddress([problem]);
  if (!isEmail(orderEmail(cart))) throw quoteErrors.addressValidation(['Email has a wrong format']);
  if (!cart.payment) throw quoteErrors.paymentMissing();
  checkProducts(evaluated);
  // The buyer has seen a price with this coupon.
  if (evaluated.isCouponLost) throw quoteErrors.couponInvalid();
}

/** Throws when an ordered product is deleted, disabled, or no longer in stock in this quantity. */
export function checkProducts({ cart, nodes }: Pick<EvaluatedCart, 'cart' | 'nodes'>): void {
  const allNodes = nodes.flatMap((node) => [node, ...node.components]);
  if (allNodes.length < cart.items.length) throw quoteErrors.productsDisabled();
  if (allNodes.some((node) => !isOffered(node.product, cart.website_id))) throw quoteErrors.productsDisabled();
  for (const node of nodes) {
    for (const one of node.components.length > 0 ? node.components : [node]) {
      checkQuantity(one.product.stock, piecesOf(cart.items, one.item.product_id));
    }
  }
}

/** The email address of the buyer; empty when absent. */
export function orderEmail(cart: StoredCart): string {
  if (cart.customer_id !== null) return cart.customer_email ?? '';
  return cart.customer_email ?? cart.billing.email ?? cart.shipping.email ?? '';
}

/** The problems of an address in one text; undefined: none. Recorded behaviour: no country requires a region. */
function addressProblem(call: Call, address: CartAddress): string | undefined {
  return addressProblems(call, address).join(' ') || undefined;
}

/** Throws when a cart is below the minimum amount of orders, if one is set. */
function checkMinimum(call: Call, { totals, currencies }: EvaluatedCart): void {
  const setting = readSettings(call);
  if (!setting(minimumOrder.isActive)) return;
  const least = setting(minimumOrder.amount);
  let value = totals.subtotal.base;
  if (setting(minimumOrder.includesDiscount)) value = value.minus(totals.itemDiscount.base);
  if (setting(minimumOrder.includesTax)) value = value.plus(totals.tax.base);
  if (value.gte(least)) return;
  const text = setting(minimumOrder.message) ?? `Minimum order amount is ${formatPrice(call, currencies.base, least)}`;
  throw quoteErrors.minimumAmount([text]);
}
