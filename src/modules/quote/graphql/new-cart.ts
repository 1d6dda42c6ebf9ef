import { isClientError } from '../../../kernel/errors.ts';
import { mutations, objectType, valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { elementAt } from '../../../kernel/lists.ts';
import type { Call } from '../../../kernel/call.ts';
import { createCartApart, createGuestCart } from '../change/create.ts';
import { giveMask, saveCart } from '../change/save.ts';
import type { StoredCart } from '../cart/cart.ts';
import { addProducts, optionsByUids, userErrorOf, type CartUserError } from './add-products.ts';
import { inPlace, ownCart } from './carts.ts';
import { graphqlQuoteErrors } from './errors.ts';
import { toAdd } from './item-mutations.ts';
import type { CartSource } from './types.ts';

const values = valueTypes({
  SetCartAsInactiveOutput: { error: 'String', success: 'Boolean!' },
});

/** A new cart with its products, or why it was not made. */
interface NewCartOfProducts {
  readonly cart: CartSource | null;
  readonly user_errors: readonly CartUserError[] | null;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    AddProductsToNewCartOutput: NewCartOfProducts;
  }
}

const output = objectType('AddProductsToNewCartOutput', () => ({
  cart: 'Cart',
  user_errors: '[CartUserInputError]',
}));

/** A new cart of the caller, beside the own one of a customer; storefronts reach it by its id. */
async function newCart(call: Call): Promise<StoredCart> {
  if (call.caller.type !== 'customer') return createGuestCart(call);
  const cart = await giveMask(call, await createCartApart(call, call.caller.id));
  return inPlace(call, await saveCart(call, cart, { is_direct: true }));
}

/** Makes a cart of products, all or none: a failed one leaves no cart behind. */
async function cartOf(
  call: Call,
  cartItems: readonly GraphQLTypes['CartItemInput'][],
): Promise<GraphQLTypes['AddProductsToNewCartOutput']> {
  if (cartItems.length === 0) throw graphqlQuoteErrors.itemsMissing();
  const products = cartItems.map((one) => ({
    ...toAdd(one),
    options: optionsByUids(call, one.selected_options, one.entered_options),
  }));
  const failed: CartUserError[] = [];
  try {
    return await call.savepoint(async () => {
      const { cart, failures } = await addProducts(call, await newCart(call), products);
      for (const { error, position } of failures) {
        failed.push({ ...userErrorOf(error), sku: elementAt(products, position).sku });
      }
      const [first] = failures;
      if (first) throw first.error;
      return { cart: { cart }, user_errors: null };
    });
  } catch (error) {
    if (!isClientError(error) || failed.length === 0) throw error;
    return { cart: null, user_errors: failed };
  }
}

/** Ends a cart of the caller that is not ordered. A cart that the caller cannot use is an error of the result. */
async function setInactive(call: Call, id: string): Promise<GraphQLTypes['SetCartAsInactiveOutput']> {
  try {
    await saveCart(call, await ownCart(call, id), { is_active: false });
    return { success: true, error: null };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { success: false, error: graphqlQuoteErrors.notSetInactive([id, error.text]).text };
  }
}

const newCartMutations = mutations((t) => ({
  addProductsToNewCart: t.field('AddProductsToNewCartOutput', { cartItems: '[CartItemInput!]!' }, (_, args, call) =>
    cartOf(call, args.cartItems),
  ),
  setCartAsInactive: t.field('SetCartAsInactiveOutput', { cartId: 'String!' }, (_, { cartId }, call) =>
    setInactive(call, cartId),
  ),
}));

/** Carts of a purchase beside the customer's own cart, as buttons on product pages need them. */
export const newCartDeclarations = [values, output, newCartMutations];
