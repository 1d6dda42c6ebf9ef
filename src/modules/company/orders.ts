import type { Call } from '../../kernel/call.ts';
import { objectOf } from '../../kernel/plain-objects.ts';
import type { CartExtension } from '../quote/cart/extensions.ts';
import type { StoredCart } from '../quote/service.ts';
import type { OrderExtension } from '../sales/extensions.ts';
import { requireCompany } from './companies.ts';
import { companiesAreOn } from './configuration.ts';
import { companyErrors } from './errors.ts';
import { isAllowedTo } from './roles.ts';
import { companyStates, userStates } from './types.ts';
import { findUsers, userOfCart, type UserOfCompany } from './users.ts';

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    readonly company?: { readonly id: number; readonly name: string };
  }
}

/** A cart shows its customer's company, and the order stores it. Throws where the customer may not order. */
export const companyOfCarts: CartExtension = {
  fields: ['company_id'],
  async load(call, carts) {
    const own = carts.filter(({ company_id }) => company_id === 0);
    const users = await findUsers(
      call,
      own.flatMap(({ customer_id }) => customer_id ?? []),
    );
    return {
      carts: new Map(
        carts.flatMap(({ id, customer_id, company_id }) => {
          const shown = company_id || users.get(customer_id ?? 0)?.company.entity_id;
          return shown ? [[id, { company_id: shown }] as const] : [];
        }),
      ),
    };
  },
  async draft(cart, call) {
    const found = await userOfCart(call, cart);
    // The customer has left the company, whose prices the cart has.
    if (!found && cart.company_id !== 0) throw companyErrors.noOrders();
    if (!found) return {};
    await requireBuyer(call, found, cart.website_id);
    return { company: { id: found.company.entity_id, name: found.company.company_name } };
  },
};

/** Throws where a user may not order: of a company that is not approved, inactive in it, or without a role that allows it. */
async function requireBuyer(
  call: Call,
  { user, company }: UserOfCompany,
  websiteId: StoredCart['website_id'],
): Promise<void> {
  if (!call.config.of(companiesAreOn, { websiteId })) return;
  if (company.status === companyStates.blocked) throw companyErrors.blocked();
  const isActive = user.status === userStates.active && company.status === companyStates.approved;
  if (!isActive) throw companyErrors.noOrders();
  // Roles restrict users' own actions, not actions on their behalf.
  const isOwn = call.caller.type === 'customer' && company.super_user_id !== user.customer_id;
  if (isOwn && !(await isAllowedTo(call, user, 'Magento_Sales::place_order'))) throw companyErrors.mayNotOrder();
}

/** An order shows the company that it was placed for, or that the request of a stored order names. */
export const companyOfOrders: OrderExtension = {
  fields: ['company_order_attributes'],
  async save(call, { company_order_attributes: input }) {
    const { company_id: id, company_name: given } = objectOf(input);
    if (typeof id !== 'number' || id === 0) return {};
    // The company may have another name now, or be deleted.
    const isGiven = typeof given === 'string' && given !== '';
    return { company: { id, name: isGiven ? given : (await requireCompany(call, id, 'company_id')).company_name } };
  },
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
