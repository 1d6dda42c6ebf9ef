import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { checkOwner } from './addresses/billing.ts';
import { readAddress } from './addresses/address.ts';
import { isVirtualCart, type Cart } from './cart/cart.ts';
import { saveCart } from './cart/save.ts';
import { quoteErrors } from './errors.ts';
import { listMethods, paymentContext } from './payment/methods.ts';
import { checkPayment, readPayment } from './payment/select.ts';
import { checkGuestCheckout, checkProducts, isEmail } from './place/checks.ts';
import { placeOrder } from './place/place.ts';
import { evaluate } from './totals/evaluate.ts';
import { showTotals } from './totals/show.ts';
import type { TotalsOutput } from './totals-types.ts';
import type { AddressInput, PaymentInput } from './types.ts';

/** Where a cart is shipped to and billed, and how it is shipped. */
export interface ShippingInformation {
  readonly shipping_address?: AddressInput | null;
  readonly billing_address?: AddressInput | null;
  readonly shipping_carrier_code?: string | null;
  readonly shipping_method_code?: string | null;
}

/** What a cart comes to, and how it can be paid. */
export interface PaymentDetails {
  readonly payment_methods: { code: string; title: string }[];
  readonly totals: TotalsOutput;
}

/** Sets addresses and shipping method of a cart. Throws for an address or a method that will not do; nothing is changed then. */
export async function saveShippingInformation(
  call: Call,
  cart: Cart,
  sent: ShippingInformation,
): Promise<PaymentDetails> {
  checkGuestCheckout(call, cart);
  if (cart.items.length === 0) throw quoteErrors.shippingEmptyCart();
  if (!sent.shipping_address?.country_id) throw quoteErrors.shippingAddressMissing();
  const shipping = await checkedAddress(call, cart, sent.shipping_address, cart.shipping.id);
  const billing = sent.billing_address
    ? await checkedAddress(call, cart, sent.billing_address, cart.billing.id)
    : cart.billing;
  // What is not shipped takes the address and no method.
  if (isVirtualCart(cart.items)) return paymentDetails(call, await saveCart(call, cart, { shipping, billing }));
  const { shipping_carrier_code: carrier = null, shipping_method_code: method = null } = sent;
  const changes = { shipping, billing, shipping_method: `${carrier}_${method}` };
  const { totals } = await evaluate(call, { ...cart, ...changes });
  if (!totals.rate) throw quoteErrors.carrierNotFound([carrier, method]);
  return paymentDetails(call, await saveCart(call, cart, changes));
}

async function checkedAddress(call: Call, cart: Cart, sent: AddressInput, id: number) {
  try {
    await checkOwner(call, cart, sent);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw quoteErrors.shippingNotSaved({ message: error.text }, { filled: true });
  }
  const address = readAddress(call, sent, cart, id);
  if (address.country_id && !call.services.directory.country(address.country_id)) throw quoteErrors.shippingUnable();
  return address;
}

/** How a cart can be paid, and what it comes to. */
export async function paymentDetails(call: Call, cart: Cart): Promise<PaymentDetails> {
  const evaluated = await evaluate(call, cart);
  const context = paymentContext(evaluated.call, cart, evaluated.totals.grandTotal.base);
  return { payment_methods: listMethods(evaluated.call, context), totals: await showTotals(evaluated) };
}

/** What totals are asked for: an address, and how it would be shipped. */
export interface TotalsInformation {
  readonly address?: AddressInput | null;
  readonly shipping_carrier_code?: string | null;
  readonly shipping_method_code?: string | null;
}

/**
 * What a cart would come to at an address, shipped as told. The method stays chosen, and the address stays where the cart had
 * none, as the interface has it. Throws for a cart without items.
 */
export async function calculateTotals(call: Call, cart: Cart, sent: TotalsInformation): Promise<TotalsOutput> {
  if (cart.items.length === 0) throw quoteErrors.totalsEmptyCart();
  const isVirtual = isVirtualCart(cart.items);
  const kept = isVirtual ? cart.billing : cart.shipping;
  const address = readAddress(call, sent.address ?? {}, cart, kept.id);
  const method = methodOf(cart, sent.shipping_carrier_code, sent.shipping_method_code);
  const estimated = { ...cart, shipping_method: method, ...(isVirtual ? { billing: address } : { shipping: address }) };
  const shown = await showTotals(await evaluate(call, estimated), true);
  await saveCart(call, cart, {
    shipping_method: method,
    ...(!isVirtual && !cart.shipping.country_id ? { shipping: address } : {}),
  });
  return shown;
}

/** Takes what was sent along with a call that collects totals; gives the cart as it is then. */
export type TotalsDataTaker = (call: Call, cart: Cart, fields: Readonly<Record<string, unknown>>) => Promise<Cart>;

declare module '../../kernel/call.ts' {
  interface ContributionPoints {
    totalsDataTakers: TotalsDataTaker;
  }
}

/** How a cart is to be shipped and paid, and what other modules take. */
export interface TotalsCollection {
  readonly paymentMethod: PaymentInput;
  readonly shippingCarrierCode?: string | null | undefined;
  readonly shippingMethodCode?: string | null | undefined;
  readonly additionalData?: { readonly extension_attributes?: object | null } | null | undefined;
}

/** Chooses how a cart is shipped and paid; gives what it comes to. */
export async function collectTotals(call: Call, before: Cart, sent: TotalsCollection): Promise<TotalsOutput> {
  const { paymentMethod: payment, shippingCarrierCode: carrier, shippingMethodCode: method } = sent;
  let cart = before;
  const fields = sent.additionalData?.extension_attributes;
  if (fields) for (const take of call.contributions.totalsDataTakers) cart = await take(call, cart, { ...fields });
  const changes = { payment: await readPayment(call, cart, payment), shipping_method: methodOf(cart, carrier, method) };
  await checkPayment(call, { ...cart, ...changes });
  const saved = await saveCart(call, cart, changes);
  return showTotals(await evaluate(call, saved), true);
}

function methodOf(cart: Cart, carrier: string | null | undefined, method: string | null | undefined): string | null {
  return carrier && method ? `${carrier}_${method}` : cart.shipping_method;
}

/** How a cart is paid, where it is billed, and where its guest is written to. */
export interface PaymentInformation {
  readonly email?: string | undefined;
  readonly paymentMethod: PaymentInput;
  readonly billingAddress?: AddressInput | null | undefined;
}

/** Sets payment and billing address of a cart. Throws for what will not do; nothing is changed then. */
export async function savePaymentInformation(call: Call, cart: Cart, sent: PaymentInformation): Promise<Cart> {
  checkGuestCheckout(call, cart);
  if (sent.email !== undefined && !isEmail(sent.email)) throw quoteErrors.emailFormat();
  const changed = await withPayment(call, cart, sent);
  if (changed.items.length > 0 && !isVirtualCart(changed.items) && !changed.shipping.country_id) {
    throw quoteErrors.shippingAddressMissing();
  }
  await checkPayment(call, changed);
  return saveCart(call, cart, changed);
}

async function withPayment(
  call: Call,
  cart: Cart,
  { email, paymentMethod, billingAddress }: PaymentInformation,
): Promise<Cart> {
  const payment = await readPayment(call, cart, paymentMethod);
  const customer_email = cart.customer_id === null && email !== undefined ? email : cart.customer_email;
  const known = { ...cart, payment, customer_email };
  const billing = billingAddress ? readAddress(call, billingAddress, known, cart.billing.id) : cart.billing;
  if (billingAddress) await checkOwner(call, cart, billingAddress);
  const to = email !== undefined && billingAddress ? { ...billing, email } : billing;
  return { ...known, billing: to };
}

/** Sets payment and billing address of a cart and orders it; gives the id of the order. */
export async function payAndOrder(call: Call, cart: Cart, sent: PaymentInformation): Promise<number> {
  checkGuestCheckout(call, cart);
  if (sent.email !== undefined && !isEmail(sent.email)) throw quoteErrors.emailFormat();
  if (cart.items.length === 0) throw quoteErrors.productsDisabled();
  checkProducts(await evaluate(call, cart));
  return placeOrder(call, await savePaymentInformation(call, cart, sent));
}

/** Orders a cart, paid as told or as chosen before; gives the id of the order. */
export async function order(call: Call, cart: Cart, payment: PaymentInput | null | undefined): Promise<number> {
  if (cart.items.length === 0) throw quoteErrors.serverStopped();
  checkGuestCheckout(call, cart);
  if (!payment?.method) return placeOrder(call, cart);
  const changed = { ...cart, payment: await readPayment(call, cart, payment) };
  await checkPayment(call, changed);
  return placeOrder(call, changed);
}
