import type { Call } from '../../../kernel/call.ts';
import type { Cart, CartAddress } from '../cart/cart.ts';
import { saveCart } from '../cart/save.ts';
import { quoteErrors } from '../errors.ts';
import { paymentContext, requireMethod } from '../payment/methods.ts';
import { evaluate, type EvaluatedCart } from '../totals/evaluate.ts';
import { checkOrder } from './checks.ts';
import { draftOrder } from './draft.ts';

/**
 * Makes an order of a cart, in the transaction of the call: the order itself, what is reserved of the stock, the use of rules and
 * coupon, the addresses that go into the customer's book, and the cart, which is closed. Throws what does not allow it, and
 * everything is undone then. The cart is written with its version: of two calls that order it at once, the second finds it
 * closed. Gives the id of the order.
 */
export async function placeOrder(outer: Call, cart: Cart): Promise<number> {
  const evaluated = await evaluate(outer, cart);
  const { call, totals } = evaluated;
  checkOrder(evaluated);
  const context = paymentContext(call, cart, totals.grandTotal.base);
  const method = requireMethod(call, cart.payment!.method, context);
  method.check?.(cart.payment!);
  const [placement] = call.contributions.orderPlacement;
  if (!placement) throw quoteErrors.ordersUnavailable();
  await call.services.inventory.reserve(call, piecesOf(evaluated));
  await call.services.salesRule.use(call, {
    ruleIds: totals.appliedRuleIds,
    couponCode: evaluated.isCouponGood ? (cart.coupon_code ?? '') : '',
    customerId: cart.customer_id ?? undefined,
  });
  const order = await placement.place(call, draftOrder(evaluated, method));
  await saveCart(call, cart, { is_active: false, reserved_order_id: order.increment_id });
  await keepAddresses(call, cart);
  return order.entity_id;
}

/** The pieces that an order takes from the stock: of composite items those of their parts. */
function piecesOf({ nodes }: EvaluatedCart) {
  return nodes.flatMap((node) =>
    (node.parts.length > 0 ? node.parts : [node]).map((one) => ({
      productId: one.product.product.id,
      typeId: one.product.product.type_id,
      qty: one === node ? node.item.qty : one.item.qty * node.item.qty,
    })),
  );
}

/** Puts the addresses that are marked so into the customer's address book. */
async function keepAddresses(call: Call, cart: Cart): Promise<void> {
  if (cart.customer_id === null) return;
  const { shipping, billing } = cart;
  if (shipping.save_in_address_book) await keepAddress(call, cart.customer_id, shipping);
  if (billing.save_in_address_book && !shipping.same_as_billing) await keepAddress(call, cart.customer_id, billing);
}

async function keepAddress(call: Call, customerId: number, address: CartAddress): Promise<void> {
  const { country_id, street, company, telephone, fax, postcode, city, firstname, lastname } = address;
  const { middlename, prefix, suffix, vat_id, region, region_id, region_code } = address;
  const customer = await call.services.customer.requireCustomer(call, customerId);
  await call.services.customer.addAddress(call, customer, {
    country_id,
    street: [...street],
    company,
    telephone,
    fax,
    postcode,
    city,
    firstname,
    lastname,
    middlename,
    prefix,
    suffix,
    vat_id,
    region: { region, region_id, region_code },
  });
}
