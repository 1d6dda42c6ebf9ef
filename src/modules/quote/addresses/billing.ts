import type { Call } from '../../../kernel/call.ts';
import { nextId } from '../../../storage/sequences.ts';
import type { Cart, CartAddress } from '../cart/cart.ts';
import { saveCart } from '../cart/save.ts';
import { quoteErrors } from '../errors.ts';
import type { AddressInput } from '../types.ts';
import { newAddress } from './address.ts';

/** Makes an address the billing address of a cart, and with it the shipping address where told; gives its id. */
export async function assignBillingAddress(
  call: Call,
  cart: Cart,
  sent: AddressInput,
  useForShipping: boolean,
): Promise<number> {
  await checkOwner(call, cart, sent);
  const billing = await newAddress(call, sent, cart);
  if (billing.country_id && !call.services.directory.country(billing.country_id)) throw quoteErrors.addressNotSaved();
  const shipping: CartAddress | undefined = useForShipping
    ? { ...billing, id: await nextId(call.db, 'quote_address'), same_as_billing: 1 }
    : undefined;
  await saveCart(call, cart, { billing, ...(shipping ? { shipping } : {}) });
  return billing.id;
}

/** Throws when an address names an entry of an address book that is not that of the cart's customer. */
export async function checkOwner(call: Call, cart: Cart, { customer_address_id: id }: AddressInput): Promise<void> {
  if (!id) return;
  const customer =
    cart.customer_id === null ? undefined : await call.services.customer.customer(call, cart.customer_id);
  if (!customer?.addresses.some((address) => address.id === id)) throw quoteErrors.invalidCustomerAddress([id]);
}
