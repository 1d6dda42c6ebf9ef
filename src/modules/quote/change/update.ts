import type { Call } from '../../../kernel/call.ts';
import { keysOf } from '../../../kernel/own-fields.ts';
import { readAddress } from '../addresses/address.ts';
import { quoteErrors } from '../errors.ts';
import { itemsWith } from './adding.ts';
import { updateItem } from './items.ts';
import type { CartInput } from '../types.ts';
import type { StoredCart } from '../cart/cart.ts';
import { saveExtensions } from '../cart/extending.ts';
import { findCart, noCart } from '../cart/load.ts';
import { changeCart, changeItems } from './cart.ts';
import { inStore } from '../cart/scope.ts';

/**
 * Saves a customer's own cart: note, billing address, customer data and items, as far as the request has them. Throws for a cart that names
 * another customer, or none.
 */
export async function updateOwnCart(call: Call, input: CartInput): Promise<void> {
  const customerId = input.customer?.id ?? null;
  if (call.caller.type !== 'customer' || customerId !== call.caller.id) throw quoteErrors.stateChange();
  const cart = await findCart(call, input.id ?? 0);
  if (!cart) throw noCart(input.id ?? null);
  if (cart.customer_id !== customerId) throw quoteErrors.stateChange();
  const extensionFields = await saveExtensions(call, cart, input.extension_attributes);
  const changed = await changeCart(call, cart, { ...changesOf(call, cart, input), ...extensionFields });
  await saveItems(call, changed, input);
}

function changesOf(call: Call, cart: StoredCart, input: CartInput): Partial<StoredCart> {
  const { customer, customer_note, customer_note_notify, billing_address } = input;
  const email = customer?.email || cart.customer_email;
  const billing = billing_address ? readAddress(call, billing_address, cart, cart.billing.id) : cart.billing;
  return {
    customer_email: email,
    customer: customerData(cart.customer, customer ?? {}),
    is_group_untold: (customer?.group_id ?? null) === null,
    billing: { ...billing, email: email ?? billing.email },
    shipping: { ...cart.shipping, email: email ?? cart.shipping.email },
    ...(customer_note === undefined ? {} : { customer_note }),
    ...(typeof customer_note_notify === 'boolean' ? { customer_note_notify } : {}),
  };
}

/** The data of the customer in a cart; absent fields of the request stay unchanged. */
function customerData(
  present: StoredCart['customer'],
  input: NonNullable<CartInput['customer']>,
): StoredCart['customer'] {
  const names = keysOf(present);
  return {
    ...present,
    ...Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))),
  };
}

/** Changes the items of a request that have an id, and adds the others. Throws as `addItem` and `updateItem`. */
export async function saveItems(
  call: Call,
  start: StoredCart,
  { items }: Pick<CartInput, 'items'>,
): Promise<StoredCart> {
  let cart = start;
  for (const item of items ?? []) {
    if (item.item_id) {
      await updateItem(call, cart, item.item_id, item);
      const changed = await findCart(call, cart.id);
      if (!changed) throw noCart(cart.id);
      cart = changed;
    } else {
      const { changes, nodes } = await itemsWith(inStore(call, cart.store_id), cart, item);
      cart = (await changeItems(inStore(call, cart.store_id), cart, changes, nodes)).cart;
    }
  }
  return cart;
}
