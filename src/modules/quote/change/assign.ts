import { companyInCall, groupInCall, type Call } from '../../../kernel/call.ts';
import { elementAt, firstOf } from '../../../kernel/lists.ts';
import { accountSettings } from '../../customer/configuration.ts';
import type { StoredCustomer } from '../../customer/service.ts';
import { fromBook } from '../addresses/address.ts';
import { quoteErrors } from '../errors.ts';
import { ItemIds } from '../cart/item-ids.ts';
import { withoutGranted, type StoredCart, type StoredCartItem } from '../cart/cart.ts';
import { cartCustomerOf } from './create.ts';
import { findCustomerCart } from '../cart/load.ts';
import { changeCart } from './cart.ts';
import { saveCart } from './save.ts';

/**
 * Assigns a cart to a customer. The items of the customer's active cart join it, and that cart is closed. The masked id
 * is removed. Throws for a cart that has a customer, for a customer of another website, and for a call through another
 * store.
 */
export async function assignCart(call: Call, cart: StoredCart, customerId: number, storeId: number): Promise<void> {
  const customer = await call.services.customer.requireCustomer(call, customerId);
  if (cart.customer_id !== null) throw quoteErrors.notAnonymous();
  if (!isStoreOf(call, cart, customer, storeId)) throw quoteErrors.otherStore();
  const before = await findCustomerCart(call, customer.id, cart.website_id);
  // The other cart is closed first, because a customer has only one active cart.
  if (before) await saveCart(call, before, { is_active: false });
  const newIds = new ItemIds(call, cart);
  const items = before ? await mergeItems(newIds, cart.items, before.items) : cart.items;
  const address = customer.addresses.find(({ id }) => id === customer.default_billing);
  await changeCart(call, cart, {
    items,
    ...newIds.change,
    masked_id: null,
    is_guest: false,
    customer_id: customer.id,
    customer_email: customer.email,
    customer_group_id: groupInCall(call, customer),
    company_id: companyInCall(call, customer.id),
    customer: cartCustomerOf(customer),
    billing: address
      ? fromBook(call, customer, address, cart.billing.id)
      : { ...cart.billing, customer_id: customer.id, email: customer.email },
    shipping: { ...cart.shipping, customer_id: customer.id },
  });
}

/** Copies the items, the shipping address and the shipping method of a cart into another one of the same customer, for the same company. */
export async function copyInto(call: Call, source: StoredCart, cart: StoredCart): Promise<StoredCart> {
  const newIds = new ItemIds(call, cart);
  const items = await mergeItems(newIds, cart.items, withoutGranted(source.items));
  const shipping = { ...source.shipping, id: cart.shipping.id };
  const { shipping_method, company_id, customer_group_id } = source;
  return changeCart(call, cart, {
    items,
    ...newIds.change,
    shipping,
    shipping_method,
    company_id,
    customer_group_id,
  });
}

function isStoreOf(call: Call, cart: StoredCart, customer: StoredCustomer, storeId: number): boolean {
  const websiteId = call.services.store.websiteOf(storeId);
  if (websiteId !== cart.website_id) return false;
  const isShared = call.config.of(accountSettings.scope) === 'allWebsites';
  return isShared || customer.website_id === cart.website_id;
}

/**
 * Merges the items of two carts. Items of the same product with the same choices become one. An item that a rule grants
 * to both carts appears once.
 */
export async function mergeItems(
  newIds: ItemIds,
  items: readonly StoredCartItem[],
  others: readonly StoredCartItem[],
): Promise<StoredCartItem[]> {
  const merged = [...items];
  const key = ({ product_id, product_type, choices }: StoredCartItem): string =>
    JSON.stringify([product_id, product_type, choices]);
  const isPaid = ({ granted_by }: StoredCartItem): boolean => granted_by === undefined;
  for (const other of others.filter((item) => item.parent_item_id === null)) {
    if (!isPaid(other) && merged.some(({ granted_by }) => granted_by === other.granted_by)) continue;
    const isSame = (item: StoredCartItem) => item.parent_item_id === null && isPaid(item) && key(item) === key(other);
    const same = isPaid(other) ? merged.find(isSame) : undefined;
    if (same) {
      merged[merged.indexOf(same)] = { ...same, qty: same.qty + other.qty };
      continue;
    }
    const components = others.filter((item) => item.parent_item_id === other.item_id);
    const ids = await newIds.take(1 + components.length);
    const itemId = firstOf(ids);
    merged.push({ ...other, item_id: itemId });
    components.forEach((component, i) =>
      merged.push({ ...component, item_id: elementAt(ids, i + 1), parent_item_id: itemId }),
    );
  }
  return merged;
}
