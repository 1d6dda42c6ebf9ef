import type { CustomerExtension } from '../../customer/extensions.ts';

/** The carts of a customer that is being deleted go with it. */
export const customerCarts: CustomerExtension = {
  async remove(call, customer) {
    await call.db.deleteFrom('quote').where('customer_id', '=', customer.id).execute();
  },
};
