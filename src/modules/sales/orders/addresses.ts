import type { Call } from '../../../kernel/call.ts';
import { salesErrors } from '../errors.ts';
import type { OrderAddressFields } from '../types/payment.ts';
import { findOrders, lockOrder, saveOrder } from '../records/rows.ts';
import { withFields } from '../lifecycle/changes.ts';

const required = ['firstname', 'lastname', 'city', 'telephone', 'country_id'] as const;

/**
 * Changes an address of an order: by the id in the request, otherwise by its type (billing or shipping). Throws 400 for
 * an address that the order does not have, and for a missing required field.
 */
export async function saveAddress(call: Call, input: OrderAddressFields): Promise<OrderAddressFields> {
  const { parent_id: orderId } = input;
  if (!orderId || !(await findOrders(call, [orderId])).has(orderId)) throw salesErrors.addressNotSaved();
  const order = await lockOrder(call, orderId, { isAside: true });
  const { billing_address: billing } = order.fields;
  const shipping = order.shippingAddress;
  const before = [billing, shipping].find((address) =>
    input.entity_id ? address?.entity_id === input.entity_id : address?.address_type === input.address_type,
  );
  if (!before || required.some((name) => !input[name]) || !input.street?.some(Boolean)) {
    throw salesErrors.addressNotSaved();
  }
  const after: OrderAddressFields = {
    ...before,
    ...input,
    address_type: before.address_type ?? null,
    entity_id: before.entity_id ?? null,
    parent_id: orderId,
  };
  const isBilling = before === billing;
  await saveOrder(
    call,
    isBilling ? withFields(order, { billing_address: after }) : { ...order, shippingAddress: after },
  );
  return after;
}
