import type { Call } from '../../../kernel/call.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { round } from '../../../kernel/money.ts';
import type { StoredCart } from '../cart/cart.ts';
import { couponsOf } from '../cart/coupons.ts';
import { requireOrderable } from '../cart/extending.ts';
import { inStore } from '../cart/scope.ts';
import { saveCart } from '../change/save.ts';
import type { MoneySource } from '../../payment/extensions.ts';
import type { NewPayment } from '../../payment/extensions.ts';
import { methodSettings } from '../../payment/configuration.ts';
import type { StockHold } from '../../inventory/service.ts';
import { quoteErrors } from '../errors.ts';
import type { OrderDraftPayment } from '../order-draft-types.ts';
import { openPaymentData } from '../payment/data.ts';
import type { PaymentMethod } from '../payment/extensions.ts';
import { readSettings } from '../read-settings.ts';
import { requirePayment } from '../payment/select.ts';
import type { EvaluatedCart } from '../totals/evaluate.ts';
import { figuresOf } from '../totals/figures.ts';
import { checkOrder } from './checks.ts';
import { draftOrder } from './draft.ts';
import { saveAddresses } from './save-addresses.ts';

/**
 * Places the order of a cart, in the transaction of the call; returns the order id. Counts the uses of rules and
 * coupons, calls the totals of modules, adds addresses to the customer's book, writes the order, closes the cart, and
 * reserves stock. Any failure throws and rolls back everything.
 * A payment method that takes money immediately is asked after all other checks. Stock is reserved last, because other
 * orders of the same products wait for that. The cart is written with its version: of two simultaneous calls, the
 * second finds it closed. `before`: the cart as stored.
 */
export async function placeOrder(
  outer: Call,
  evaluated: EvaluatedCart,
  money: MoneySource,
  before: StoredCart,
): Promise<number> {
  const { cart, totals } = evaluated;
  const call = inStore(outer, cart.store_id);
  const { inventory } = call.services;
  const method = await requirePlaceable(call, evaluated);
  const payment = invariant(cart.payment, 'a cart with a payment method has a payment');
  method.check?.(payment);
  const [placement] = call.contributions.orderPlacement;
  if (!placement) throw quoteErrors.ordersUnavailable();
  const stock = await inventory.holdOf(call, piecesFromStock(evaluated));
  const stockBefore = inventory.stockBefore(call, stock);
  await call.services.salesRule.use(call, {
    ruleIds: totals.appliedRuleIds,
    couponCodes: couponsOf(cart),
    customerId: cart.customer_id ?? undefined,
  });
  const addresses = await saveAddresses(call, cart);
  for (const total of evaluated.added) await total.onPlace?.(call, totals);
  const transaction = await takeMoney(call, evaluated, method, money, stock);
  const ordered = { ...evaluated, cart: { ...cart, ...addresses } };
  const draft = await draftOrder(call, ordered, {
    method,
    payment,
    transaction,
    stock,
    wasChosen: before.payment !== null,
  });
  const order = await placement.place(call, draft);
  for (const total of evaluated.added) await total.onOrdered?.(call, totals, order);
  // The payment token can be used only once.
  const usedPayment = { ...payment, sealed_data: null };
  const closed = { is_active: false, reserved_order_id: order.increment_id };
  await saveCart(call, cart, { ...addresses, ...closed, ...figuresOf(totals), payment: usedPayment });
  await inventory.reserve(call, stock, await stockBefore);
  await order.book();
  return order.entity_id;
}

/** The payment method of a cart that can be ordered. Throws where the checks before an order fail. */
export async function requirePlaceable(outer: Call, evaluated: EvaluatedCart): Promise<PaymentMethod> {
  const call = inStore(outer, evaluated.cart.store_id);
  checkOrder(call, evaluated);
  await requireOrderable(call, evaluated.cart);
  return requirePayment(call, evaluated);
}

/**
 * Has the provider of the payment method, if any, authorize or capture the order's total in the base currency,
 * according to `payment/<method>/payment_action`.
 */
async function takeMoney(
  call: Call,
  evaluated: EvaluatedCart,
  { code, storedData: [tokenName = ''] = [] }: PaymentMethod,
  money: MoneySource,
  stock: StockHold,
): Promise<OrderDraftPayment['transaction']> {
  const { cart, totals, currencies } = evaluated;
  const provider = call.services.payment.providerOf(call, code);
  if (!provider) return null;
  const action = readSettings(call)(methodSettings.action.of(code));
  const kind = action === 'capture' ? 'sale' : 'authorization';
  const request: NewPayment = {
    kind,
    amount: round(totals.grandTotal.base).toFixed(2),
    currency: currencies.base,
    storeId: cart.store_id,
    token: openPaymentData(call, cart)[tokenName] ?? null,
  };
  try {
    return { kind, ...(await money.take(call, { subject: `cart:${cart.id}`, provider, request })) };
  } catch (error) {
    // Checks the stock before the rollback, so that the provider is not asked to pay for units that are gone.
    await call.services.inventory.reserve(call, stock);
    throw error;
  }
}

/** The units that an order takes from stock; for a composite item, those of its components. */
function piecesFromStock({ nodes }: EvaluatedCart) {
  return nodes.flatMap((node) =>
    (node.components.length > 0 ? node.components : [node]).map((one) => ({
      productId: one.product.product.id,
      typeId: one.product.product.type_id,
      qty: one === node ? node.item.qty : one.item.qty * node.item.qty,
      isManaged: one.product.stock && one.product.stock.manage_stock === true,
    })),
  );
}
