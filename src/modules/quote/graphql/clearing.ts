import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import {
  enumTypes,
  inputTypes,
  mutations,
  ofReleases,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
  type Selection,
} from '../../../kernel/graphql.ts';
import type { StoredCart } from '../cart/cart.ts';
import { inStore } from '../cart/scope.ts';
import { changeItems } from '../change/cart.ts';
import { isRow } from './add-products.ts';
import { ownCart } from './carts.ts';
import { graphqlQuoteErrors, isReturned } from './errors.ts';

const enums = enumTypes({ ClearCartErrorType: ['NOT_FOUND', 'UNAUTHORISED', 'INACTIVE', 'UNDEFINED'] });
const values = valueTypes({
  ClearCartError: { message: 'String!', type: 'ClearCartErrorType!' },
  ClearCartOutput: { cart: 'Cart', errors: '[ClearCartError]' },
});
const inputs = inputTypes({ ClearCartInput: { uid: 'ID!' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {}
}

function errorType(error: PlatformError): GraphQLTypes['ClearCartErrorType'] {
  const { noCart, notOwn, notActive } = graphqlQuoteErrors;
  if (isRow(error, noCart)) return 'NOT_FOUND';
  if (isRow(error, notOwn)) return 'UNAUTHORISED';
  return isRow(error, notActive) ? 'INACTIVE' : 'UNDEFINED';
}

/** Removes all items from a cart; returns the empty cart. */
export async function removeAllItems(call: Call, cart: StoredCart): Promise<StoredCart> {
  return (await changeItems(inStore(call, cart.store_id), cart, { items: [] }, [])).cart;
}

/** Removes all items from the caller's cart. */
async function clearCart(call: Call, uid: string, selection: Selection): Promise<GraphQLTypes['ClearCartOutput']> {
  if (uid === '') throw graphqlQuoteErrors.inputMissing(['uid']);
  try {
    return { cart: { cart: await removeAllItems(call, await ownCart(call, uid)) }, errors: null };
  } catch (error) {
    if (!isReturned(error, selection)) throw error;
    return { cart: null, errors: [{ message: error.text, type: errorType(error) }] };
  }
}

/** How storefronts remove all items from a cart. */
export const clearCartDeclarations = ofReleases({ release: { commercial: '2.4.8', open: '2.4.9' } }, [
  enums,
  values,
  inputs,
  mutations((t) => ({
    clearCart: t.field('ClearCartOutput!', { input: 'ClearCartInput!' }, (_, { input }, call, selection) =>
      clearCart(call, input.uid, selection),
    ),
  })),
]);
