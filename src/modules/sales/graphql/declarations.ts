import { cancellationDeclarations } from './cancellation.ts';
import { documentDeclarations } from './documents.ts';
import { guestOrderDeclarations } from './guest-orders.ts';
import { itemPriceDeclarations } from './item-prices.ts';
import { itemDeclarations } from './items.ts';
import { orderMutationDeclarations } from './mutations.ts';
import { orderCustomerDeclarations } from './order-customer.ts';
import { orderDeclarations } from './orders.ts';
import { totalDeclarations } from './totals.ts';

/** GraphQL declarations of orders. */
export const salesGraphql = [
  ...orderDeclarations,
  ...orderCustomerDeclarations,
  ...guestOrderDeclarations,
  ...cancellationDeclarations,
  ...itemDeclarations,
  ...itemPriceDeclarations,
  ...totalDeclarations,
  ...documentDeclarations,
  ...orderMutationDeclarations,
];
