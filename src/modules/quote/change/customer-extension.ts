import type { CustomerExtension } from '../../customer/extensions.ts';

/** Deletes the carts of a customer who is deleted. */
export const customerCarts: CustomerExtension = {
  async remove(call, customer) {
    await call.db.deleteFrom('quote').where('customer_id', '=', customer.id).execute();
  },
};
