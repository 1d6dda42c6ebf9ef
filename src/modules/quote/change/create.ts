import { companyInCall, groupInCall, type Call } from '../../../kernel/call.ts';
import { accountSettings } from '../../customer/configuration.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import type { StoredCustomer } from '../../customer/service.ts';
import { fromBook } from '../addresses/address.ts';
import { emptyCustomer, type StoredCart, type CartCustomer } from '../cart/cart.ts';
import { findCustomerCart } from '../cart/load.ts';
import { insertCart, saveCart } from './save.ts';
import { inStore, storeOfCall } from '../cart/scope.ts';

/** Creates a cart for a guest, with a masked id: this one, or a new one. */
export function createGuestCart(call: Call, mask?: string): Promise<StoredCart> {
  return insertCart(call, { ...storeOfCall(call), masked: mask ?? true, document: { is_guest: true } });
}

/** Creates a cart without a customer. */
export function createAnonymousCart(call: Call): Promise<StoredCart> {
  return insertCart(call, { ...storeOfCall(call), document: { is_guest: true } });
}

/**
 * The active cart of a customer, for the company that the customer acts for: the existing one, or a new one with the default
 * billing address. Throws 404 for an unknown customer.
 */
export async function createCustomerCart(call: Call, customerId: number): Promise<StoredCart> {
  const customer = await call.services.customer.requireCustomer(call, customerId);
  const place = storeFor(call, customer);
  const known = await findCustomerCart(call, customerId, place.websiteId);
  if (known) return known;
  try {
    return await call.savepoint(() => insertCustomerCart(call, customer, { ...place, is_apart: false }));
  } catch (error) {
    const other = isUniqueViolation(error) ? await findCustomerCart(call, customerId, place.websiteId) : undefined;
    if (!other) throw error;
    return other;
  }
}

/** Creates a cart beside the customer's own one. Throws 404 for an unknown customer. */
export async function createCartApart(call: Call, customerId: number): Promise<StoredCart> {
  const customer = await call.services.customer.requireCustomer(call, customerId);
  return insertCustomerCart(call, customer, { ...storeFor(call, customer), is_apart: true });
}

async function insertCustomerCart(
  call: Call,
  customer: StoredCustomer,
  place: { readonly storeId: number; readonly websiteId: number; readonly is_apart: boolean },
): Promise<StoredCart> {
  const cart = await insertCart(call, {
    ...place,
    company_id: companyInCall(call, customer.id),
    customer_id: customer.id,
    customer_email: customer.email,
    customer_group_id: groupInCall(call, customer),
    document: { customer: cartCustomerOf(customer) },
  });
  const address = customer.addresses.find(({ id }) => id === customer.default_billing);
  if (!address) return cart;
  return saveCart(call, cart, {
    billing: fromBook(inStore(call, cart.store_id), customer, address, cart.billing.id),
  });
}

/** The store view of the call, if the customer may buy there; otherwise the customer's own. */
function storeFor(call: Call, customer: StoredCustomer): { storeId: number; websiteId: number } {
  const { store } = call.services;
  const place = storeOfCall(call);
  const isShared = call.config.of(accountSettings.scope) === 'allWebsites';
  if (isShared || place.websiteId === customer.website_id) return place;
  const websiteId = store.websiteOf(customer.store_id);
  return websiteId ? { storeId: customer.store_id, websiteId } : place;
}

/** The data of a customer that a cart stores. */
export function cartCustomerOf(customer: StoredCustomer): CartCustomer {
  const { prefix, firstname, middlename, lastname, suffix, dob, gender, taxvat } = customer;
  return { ...emptyCustomer, prefix, firstname, middlename, lastname, suffix, dob, gender, taxvat };
}
