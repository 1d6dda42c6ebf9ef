import type { CartExtension } from '../quote/cart/extensions.ts';
import type { OrderExtension } from '../sales/extensions.ts';
import { buyingCompany, findUsers } from './users.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    readonly company?: { readonly id: number; readonly name: string };
  }
}

/** A cart shows the company that its customer buys for, and the order keeps it. Throws for one that is blocked. */
export const companyOfCarts: CartExtension = {
  fields: ['company_id'],
  async load(call, carts) {
    const users = await findUsers(
      call,
      carts.flatMap(({ customer_id }) => customer_id ?? []),
    );
    return {
      carts: new Map(
        carts.flatMap(({ id, customer_id }) => {
          const found = users.get(customer_id ?? 0);
          return found ? [[id, { company_id: found.company.entity_id }] as const] : [];
        }),
      ),
    };
  },
  async draft({ customer_id }, call) {
    const company = await buyingCompany(call, customer_id);
    return company ? { company: { id: company.entity_id, name: company.company_name } } : {};
  },
};

/** An order shows the company that it was placed for. */
export const companyOfOrders: OrderExtension = {
  fields: ['company_order_attributes'],
  load: async (_, { orders }) => ({
    orders: new Map(
      orders.flatMap(({ id, company }) =>
        company
          ? [
              [
                id,
                { company_order_attributes: { order_id: id, company_id: company.id, company_name: company.name } },
              ] as const,
            ]
          : [],
      ),
    ),
  }),
};
