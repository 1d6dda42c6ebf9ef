import type { Call } from '../../../kernel/call.ts';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import { storefrontErrors } from '../../../kernel/graphql-errors.ts';
import { idOf } from '../../../kernel/uids.ts';
import { streetLines } from '../../customer/configuration.ts';
import { checkAddress, takeAddress } from '../addresses/address.ts';
import { addressProblems, isAllowedCountry, regionProblem } from '../addresses/problems.ts';
import { shippingTo } from '../addresses/shipping.ts';
import type { CartAddress, StoredCart } from '../cart/cart.ts';
import { isShippingHidden, placeSent } from '../cart/extending.ts';
import { changeCart } from '../change/cart.ts';
import { isVirtualCart } from '../items/tree.ts';
import type { QuoteAddressInput } from '../types.ts';
import { graphqlQuoteErrors } from './errors.ts';

/** An id that no entry has. 0 would count as no id. */
const NO_ENTRY = -1;

type SentAddress = GraphQLTypes['CartAddressInput'];

/** Sets the shipping address of an input. */
export async function setShipping(
  call: Call,
  cart: StoredCart,
  input: GraphQLTypes['SetShippingAddressesOnCartInput']['shipping_addresses'],
): Promise<void> {
  const [one, ...more] = input;
  if (!one) throw graphqlQuoteErrors.noAddresses();
  if (more.length > 0) throw graphqlQuoteErrors.severalAddresses();
  if (cart.items.length > 0 && isVirtualCart(call, cart.items)) throw graphqlQuoteErrors.shippingNothing();
  const { address, customer_address_id: _id, customer_address_uid: _uid, customer_notes: notes, ...places } = one;
  const entry = entryOf(one);
  if (address && entry !== null) throw graphqlQuoteErrors.shippingTwice();
  const place = await placeSent(call, cart, places);
  if (!address && entry === null && !place) throw graphqlQuoteErrors.shippingNone();
  const shipping = place ? shippingTo(cart, place) : await addressOf(call, cart, address, entry, cart.shipping.id);
  await changeCart(call, cart, { shipping, ...(notes != null && { customer_note: notes }) });
}

/** Sets the billing address of an input, and the same shipping address if requested. */
export async function setBilling(
  call: Call,
  cart: StoredCart,
  input: GraphQLTypes['BillingAddressInput'],
): Promise<void> {
  const { address, same_as_shipping: isSame, use_for_shipping: isForShipping } = input;
  const entry = entryOf(input);
  if (address && entry !== null) throw graphqlQuoteErrors.billingTwice();
  if (!address && entry === null && !isSame) throw graphqlQuoteErrors.billingNone();
  if (isSame) {
    if (!cart.shipping.country_id) throw graphqlQuoteErrors.billingSame();
    if (isShippingHidden(call, cart.shipping)) throw graphqlQuoteErrors.billingHidden();
    const billing = { ...cart.shipping, id: cart.billing.id };
    await changeCart(call, cart, { billing, shipping: { ...cart.shipping, same_as_billing: 1 } });
    return;
  }
  const billing = await addressOf(call, cart, address, entry, cart.billing.id);
  const isShared = isForShipping && !isVirtualCart(call, cart.items);
  const own = { ...cart.shipping, same_as_billing: 0 as const };
  const shipping = isShared ? { ...billing, id: own.id, same_as_billing: 1 as const } : own;
  await changeCart(call, cart, { billing, shipping });
}

/** Id of the entry of the address book that an input names, `NO_ENTRY` for a malformed uid; null: none. */
function entryOf({
  customer_address_id: id,
  customer_address_uid: uid,
}: Pick<GraphQLTypes['BillingAddressInput'], 'customer_address_id' | 'customer_address_uid'>): number | null {
  return uid == null ? (id ?? null) : (idOf(uid) ?? NO_ENTRY);
}

/** An address in an input, or an entry of the customer's address book. */
async function addressOf(
  call: Call,
  cart: StoredCart,
  input: SentAddress | null | undefined,
  entry: number | null,
  id: number,
): Promise<CartAddress> {
  if (entry !== null && call.caller.type !== 'customer') throw storefrontErrors.customersOnly();
  const address = await takeAddress(call, input ? await asSent(call, input) : { customer_address_id: entry }, cart, id);
  checkAddress(call, address);
  const problems = [...addressProblems(call, address), regionProblem(call, address) ?? []].flat();
  if (problems.length > 0) {
    const errors = problems.map((message) => ({ message }));
    throw graphqlQuoteErrors.addressIncomplete([problems.join(' ')], { errors, isOfRequest: true });
  }
  return address;
}

async function asSent(call: Call, input: SentAddress): Promise<QuoteAddressInput> {
  const { country_code, custom_attributes, region_id, region, save_in_address_book, street, ...others } = input;
  const lines = street.flatMap((line) => (line == null || line === '' ? [] : [line]));
  const most = call.config.of(streetLines, { storeId: call.scope.storeId });
  if (lines.length > most) throw graphqlQuoteErrors.streetLines([most]);
  const country = country_code.toUpperCase();
  if (country !== '' && !isAllowedCountry(call, country)) throw graphqlQuoteErrors.noCountry();
  const values = await call.services.customer.sentValues(call, 'customer_address', custom_attributes);
  return {
    ...others,
    ...(values && { custom_attributes: values }),
    street: lines,
    country_id: country,
    ...(region_id != null && { region_id }),
    ...(region != null && { region }),
    // For signed-in customers, the default is to save the address.
    save_in_address_book: (save_in_address_book ?? call.caller.type === 'customer') ? 1 : 0,
  };
}

/** A shipping method in the stored format. */
export function takeMethod({
  carrier_code: carrier,
  method_code: method,
}: GraphQLTypes['ShippingMethodInput']): string {
  if (carrier === '') throw graphqlQuoteErrors.carrierMissing();
  if (method === '') throw graphqlQuoteErrors.methodMissing();
  return `${carrier}_${method}`;
}
