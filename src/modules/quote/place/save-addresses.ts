import type { Call } from '../../../kernel/call.ts';
import type { StoredCart, CartAddress } from '../cart/cart.ts';

/** The addresses of a cart. */
type CartAddresses = Pick<StoredCart, 'shipping' | 'billing'>;

/**
 * Adds the marked addresses of a cart to the customer's address book; returns them with the ids of their entries. An
 * address becomes the missing default for shipping and for billing. The billing default goes to the billing address if
 * both are added. Source: recorded carts of the reference.
 */
export async function saveAddresses(call: Call, cart: StoredCart): Promise<CartAddresses> {
  const { shipping, billing, customer_id: customerId } = cart;
  if (customerId === null) return { shipping, billing };
  const savesBilling = billing.save_in_address_book === 1;
  const savedShipping = shipping.save_in_address_book
    ? await saveAddress(call, customerId, shipping, { shipping: true, billing: !savesBilling })
    : shipping;
  if (!savesBilling) return { shipping: savedShipping, billing };
  if (savedShipping !== shipping && shipping.same_as_billing && isSamePlace(shipping, billing)) {
    return { shipping: savedShipping, billing: { ...billing, customer_address_id: savedShipping.customer_address_id } };
  }
  const savedBilling = await saveAddress(call, customerId, billing, { shipping: true, billing: true });
  return { shipping: savedShipping, billing: savedBilling };
}

/** Adds an entry to a customer's address book; it becomes the default for uses that have none yet. */
async function saveAddress(
  call: Call,
  customerId: number,
  address: CartAddress,
  uses: { readonly shipping: boolean; readonly billing: boolean },
): Promise<CartAddress> {
  const customer = await call.services.customer.requireCustomer(call, customerId);
  const entry = await call.services.customer.addAddress(call, customer, {
    ...entryOf(address),
    custom_attributes: call.services.customer.showValues(address.custom ?? {}),
    default_shipping: uses.shipping && customer.default_shipping === null,
    default_billing: uses.billing && customer.default_billing === null,
  });
  return { ...address, customer_address_id: entry.id };
}

/** The fields of an address in an address book. */
function entryOf(address: CartAddress) {
  const { country_id, street, company, telephone, fax, postcode, city, firstname, lastname } = address;
  const { middlename, prefix, suffix, vat_id, region, region_id, region_code } = address;
  return {
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
  };
}

function isSamePlace(one: CartAddress, other: CartAddress): boolean {
  const place = (address: CartAddress): string => JSON.stringify([entryOf(address), address.custom]);
  return place(one) === place(other);
}
