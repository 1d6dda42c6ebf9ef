import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import type { MoneySource } from '../payment/extensions.ts';
import { checkAddress, readAddress, takeAddress } from './addresses/address.ts';
import { isEmail } from './addresses/email.ts';
import { readShippingAddress, takeShippingAddress } from './addresses/shipping.ts';
import { withoutGranted, type CartAddress, type StoredCart } from './cart/cart.ts';
import { changeCart } from './change/cart.ts';
import { inStore } from './cart/scope.ts';
import { quoteErrors } from './errors.ts';
import { isVirtualCart, loadTree, withoutGone } from './items/tree.ts';
import { listMethods } from './payment/methods.ts';
import { checkPayment, readPayment, requirePayment } from './payment/select.ts';
import { checkProducts } from './place/checks.ts';
import { checkGuestCheckout } from './place/guest-checkout.ts';
import { placeOrder } from './place/place.ts';
import { evaluate, type EvaluatedCart } from './totals/evaluate.ts';
import type { QuoteAddressInput, QuotePaymentInput } from './types.ts';

/** Shipping address, billing address and shipping method of a request. */
interface SentShippingInformation {
  readonly shipping_address?: QuoteAddressInput | null;
  readonly billing_address?: QuoteAddressInput | null;
  readonly shipping_carrier_code?: string | null;
  readonly shipping_method_code?: string | null;
  readonly extension_attributes?: object | null;
}

/**
 * Sets the addresses and the shipping method of a cart, in a transaction of its own. Throws for an invalid address, and changes
 * nothing then. Throws also for a method that is not offered for the address: then the addresses stay, and no method is set.
 * Source: recorded carts of the reference.
 */
export async function saveShippingInformation(
  call: Call,
  read: CartReader,
  input: SentShippingInformation,
): Promise<EvaluatedCart> {
  const evaluated = await call.transaction(async (inside) => takeShipping(inside, await read(inside), input));
  if (evaluated) return evaluated;
  const { shipping_carrier_code: carrier = null, shipping_method_code: method = null } = input;
  throw method ? quoteErrors.carrierNotFound([carrier, method]) : quoteErrors.shippingMethodUntold();
}

/** Writes the addresses and the method; undefined when the method is not available. */
async function takeShipping(
  call: Call,
  before: StoredCart,
  input: SentShippingInformation,
): Promise<EvaluatedCart | undefined> {
  await checkGuestCheckout(call, before);
  if (before.items.length === 0) throw quoteErrors.shippingEmptyCart();
  if (!input.shipping_address?.country_id) throw quoteErrors.shippingAddressMissing();
  const cart = await takeTotalsData(call, before, input.extension_attributes);
  const shipping = await checked(call, takeShippingAddress(call, input.shipping_address, cart));
  const billing = input.billing_address
    ? await checked(call, takeAddress(call, input.billing_address, cart, cart.billing.id))
    : cart.billing;
  // A virtual cart takes the address and no method.
  if (isVirtualCart(call, cart.items)) {
    const evaluated = await evaluate(call, { ...cart, shipping, billing });
    await changeCart(call, cart, { shipping, billing }, evaluated);
    return evaluated;
  }
  const { shipping_carrier_code: carrier = null, shipping_method_code: method = null } = input;
  const changes = { shipping, billing, shipping_method: `${carrier}_${method}` };
  const evaluated = await evaluate(call, { ...cart, ...changes });
  const isOffered = evaluated.totals.shippingRate !== undefined;
  await (isOffered
    ? changeCart(call, cart, changes, evaluated)
    : changeCart(call, cart, { ...changes, shipping_method: null }));
  return isOffered ? evaluated : undefined;
}

async function checked(call: Call, pending: Promise<CartAddress>): Promise<CartAddress> {
  try {
    const address = await pending;
    checkAddress(call, address);
    return address;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw quoteErrors.shippingNotSaved({ message: error.text });
  }
}

/** The payment methods that are offered for a cart. */
export function offeredMethods(
  call: Call,
  { cart, totals }: EvaluatedCart,
): Promise<{ code: string; title: string }[]> {
  return listMethods(inStore(call, cart.store_id), cart, totals.grandTotal.base);
}

/** An address and a shipping method to estimate totals for. */
interface SentTotalsInformation {
  readonly address?: QuoteAddressInput | null;
  readonly shipping_carrier_code?: string | null;
  readonly shipping_method_code?: string | null;
  readonly extension_attributes?: object | null;
}

/**
 * The totals that a cart would have with this address and shipping method. As in the interface, the method is saved, and the
 * address too if the cart had none. Throws for a cart without items.
 */
export async function calculateTotals(
  call: Call,
  before: StoredCart,
  input: SentTotalsInformation,
): Promise<EvaluatedCart> {
  if (before.items.length === 0) throw quoteErrors.totalsEmptyCart();
  const cart = await takeTotalsData(call, before, input.extension_attributes);
  const isVirtual = isVirtualCart(call, cart.items);
  const address = isVirtual
    ? readAddress(call, input.address ?? {}, cart, cart.billing.id)
    : await readShippingAddress(call, input.address ?? {}, cart);
  const method = methodOf(cart, input.shipping_carrier_code, input.shipping_method_code);
  const estimated = { ...cart, shipping_method: method, ...(isVirtual ? { billing: address } : { shipping: address }) };
  const evaluated = await evaluate(call, estimated);
  const savesAddress = !isVirtual && !cart.shipping.country_id;
  if (savesAddress) await changeCart(call, cart, { shipping_method: method, shipping: address }, evaluated);
  else await changeCart(call, cart, { shipping_method: method });
  return evaluated;
}

/** Shipping method, payment, and attributes for other modules of a request. */
interface TotalsCollection {
  readonly paymentMethod: QuotePaymentInput;
  readonly shippingCarrierCode?: string | null | undefined;
  readonly shippingMethodCode?: string | null | undefined;
  readonly additionalData?: { readonly extension_attributes?: object | null } | null | undefined;
}

/** Sets the shipping method and the payment of a cart; returns its totals. */
export async function chooseShippingAndPayment(
  call: Call,
  before: StoredCart,
  input: TotalsCollection,
): Promise<EvaluatedCart> {
  const { paymentMethod: payment, shippingCarrierCode: carrier, shippingMethodCode: method } = input;
  const cart = await takeTotalsData(call, before, input.additionalData?.extension_attributes);
  const changes = { payment: await readPayment(call, cart, payment), shipping_method: methodOf(cart, carrier, method) };
  const evaluated = await checkPayment(call, { ...cart, ...changes });
  await changeCart(call, cart, changes, evaluated);
  return evaluated;
}

/** Passes the extension attributes of a request to the modules that read them; returns the changed cart. */
async function takeTotalsData(call: Call, before: StoredCart, input: object | null | undefined): Promise<StoredCart> {
  let cart = before;
  for (const take of input ? call.contributions.totalsDataTakers : []) cart = await take(call, cart, { ...input });
  return cart;
}

function methodOf(
  cart: StoredCart,
  carrier: string | null | undefined,
  method: string | null | undefined,
): string | null {
  return carrier && method ? `${carrier}_${method}` : cart.shipping_method;
}

/** Payment, billing address and a guest's e-mail address of a request. */
interface SentPaymentInformation {
  readonly email?: string | undefined;
  readonly paymentMethod: QuotePaymentInput;
  readonly billingAddress?: QuoteAddressInput | null | undefined;
}

/** Sets the payment and the billing address of a cart. Throws for invalid ones, and changes nothing then. */
export async function savePaymentInformation(
  call: Call,
  cart: StoredCart,
  input: SentPaymentInformation,
): Promise<StoredCart> {
  await checkPayer(call, cart, input);
  const changed = await withPayment(call, cart, input);
  return changeCart(call, cart, changed, await checkPayment(call, changed));
}

async function checkPayer(call: Call, cart: StoredCart, { email }: SentPaymentInformation): Promise<void> {
  await checkGuestCheckout(call, cart);
  if (email !== undefined && !isEmail(email)) throw quoteErrors.emailFormat();
}

async function withPayment(
  call: Call,
  cart: StoredCart,
  { email, paymentMethod, billingAddress }: SentPaymentInformation,
): Promise<StoredCart> {
  const payment = await readPayment(call, cart, paymentMethod);
  const customer_email = cart.customer_id === null && email !== undefined ? email : cart.customer_email;
  const known = { ...cart, payment, customer_email };
  const billing = billingAddress ? await takeAddress(call, billingAddress, known, cart.billing.id) : cart.billing;
  if (cart.items.length > 0 && !isVirtualCart(call, cart.items) && !cart.shipping.country_id) {
    throw quoteErrors.shippingAddressMissing();
  }
  const to = email !== undefined && billingAddress ? { ...billing, email } : billing;
  return { ...known, billing: to };
}

/** Reads the cart to be ordered, within a transaction. Throws where it does not exist or cannot be ordered. */
type CartReader = (call: Call) => Promise<StoredCart>;

/** The task of a payment operation for a cart. Only the call that began it can finish it. */
const placing = { kind: 'place', args: {} } as const;

/**
 * Sets payment and billing address of a cart and orders it; returns the order id. Opens its own transactions, so that
 * none is open during a request to a payment provider.
 */
export function payAndOrder(call: Call, read: CartReader, input: SentPaymentInformation): Promise<number> {
  return call.services.payment.moveMoney(call, placing, async (inside, money) =>
    payCart(inside, await read(inside), input, money),
  );
}

async function payCart(
  call: Call,
  cart: StoredCart,
  input: SentPaymentInformation,
  money: MoneySource,
): Promise<number> {
  await checkPayer(call, cart, input);
  if (cart.items.length === 0) throw quoteErrors.productsDisabled();
  const nodes = await loadTree(inStore(call, cart.store_id), cart);
  // Granted items are checked later: the evaluation of the cart decides whether rules still grant them.
  const paid = nodes.filter(({ item }) => item.granted_by === undefined);
  checkProducts({ cart: withoutGone({ ...cart, items: withoutGranted(cart.items) }, paid), nodes: paid });
  const evaluated = await evaluate(call, await withPayment(call, cart, input), nodes);
  await requirePayment(call, evaluated);
  return placeOrder(call, evaluated, money, cart);
}

/**
 * Orders a cart with the payment of the request, or the stored one; returns the order id. Opens its own transactions.
 */
export function order(call: Call, read: CartReader, payment: QuotePaymentInput | null | undefined): Promise<number> {
  return call.services.payment.moveMoney(call, placing, async (inside, money) =>
    orderCart(inside, await read(inside), payment, money),
  );
}

async function orderCart(
  call: Call,
  cart: StoredCart,
  payment: QuotePaymentInput | null | undefined,
  money: MoneySource,
): Promise<number> {
  if (cart.items.length === 0) throw quoteErrors.serverStopped();
  await checkGuestCheckout(call, cart);
  if (!payment?.method) return placeOrder(call, await evaluate(call, cart), money, cart);
  const evaluated = await evaluate(call, { ...cart, payment: await readPayment(call, cart, payment) });
  await requirePayment(call, evaluated);
  return placeOrder(call, evaluated, money, cart);
}
