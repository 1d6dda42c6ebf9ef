import { addressDeclarations } from './addresses.ts';
import { cartMutationDeclarations } from './cart-mutations.ts';
import { cartDeclarations } from './cart-type.ts';
import { clearCartDeclarations } from './clearing.ts';
import { checkoutDeclarations } from './checkout-mutations.ts';
import { itemMutationDeclarations } from './item-mutations.ts';
import { itemDeclarations } from './items.ts';
import { newCartDeclarations } from './new-cart.ts';
import { placeOrderOutput } from './placing.ts';
import { priceDeclarations } from './prices.ts';
import { cartRuleDeclarations } from './rules.ts';

/** GraphQL declarations of carts. */
export const quoteGraphql = [
  ...cartDeclarations,
  ...itemDeclarations,
  ...priceDeclarations,
  ...cartRuleDeclarations,
  ...addressDeclarations,
  ...cartMutationDeclarations,
  ...itemMutationDeclarations,
  ...newCartDeclarations,
  ...clearCartDeclarations,
  ...checkoutDeclarations,
  placeOrderOutput,
];
