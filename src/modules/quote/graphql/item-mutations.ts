import type { Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import {
  enumTypes,
  extendType,
  inputTypes,
  interfaceType,
  mutations,
  objectType,
  ofReleases,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { elementAt } from '../../../kernel/lists.ts';
import { idOf } from '../../../kernel/uids.ts';
import { ownItems, type StoredCart } from '../cart/cart.ts';
import { removeItem, updateItem } from '../change/items.ts';
import {
  addProducts,
  choicesAfter,
  customOptionsOf,
  inStorefrontWords,
  optionsByUids,
  cartErrorOf,
  userErrorOf,
  type CartUserError,
  type ProductToAdd,
} from './add-products.ts';
import { ownCart } from './carts.ts';
import { unitsLeft } from './shortage.ts';
import type { CartSource } from './types.ts';
import './extensions.ts';
import { graphqlQuoteErrors, isReturned } from './errors.ts';

const enums = enumTypes({
  CartUserInputErrorType: [
    'PRODUCT_NOT_FOUND',
    'NOT_SALABLE',
    'INSUFFICIENT_STOCK',
    { value: 'COULD_NOT_FIND_CART_ITEM', release: '2.4.8' },
    { value: 'REQUIRED_PARAMETER_MISSING', release: '2.4.8' },
    { value: 'INVALID_PARAMETER_VALUE', release: '2.4.8' },
    'UNDEFINED',
  ],
});

const withCart = { cart: 'Cart!' } as const;
const values = valueTypes({
  AddSimpleProductsToCartOutput: withCart,
  AddVirtualProductsToCartOutput: withCart,
  RemoveItemFromCartOutput: withCart,
  UpdateCartItemsOutput: { ...withCart, errors: { type: '[CartUserInputError!]!', release: '2.4.8' } },
});

const plainItem = { customizable_options: '[CustomizableOptionInput]', data: 'CartItemInput!' } as const;
const inputs = inputTypes({
  AddSimpleProductsToCartInput: { cart_id: 'String!', cart_items: '[SimpleProductCartItemInput]!' },
  AddVirtualProductsToCartInput: { cart_id: 'String!', cart_items: '[VirtualProductCartItemInput]!' },
  CartItemInput: {
    entered_options: '[EnteredOptionInput]',
    parent_sku: 'String',
    quantity: 'Float!',
    selected_options: '[ID]',
    sku: 'String!',
  },
  CartItemUpdateInput: {
    cart_item_id: 'Int',
    cart_item_uid: 'ID',
    customizable_options: '[CustomizableOptionInput]',
    quantity: 'Float',
  },
  CustomizableOptionInput: { id: 'Int', uid: 'ID', value_string: 'String!' },
  EnteredOptionInput: { uid: 'ID!', value: 'String!' },
  RemoveItemFromCartInput: { cart_id: 'String!', cart_item_id: 'Int', cart_item_uid: 'ID' },
  SimpleProductCartItemInput: plainItem,
  UpdateCartItemsInput: { cart_id: 'String!', cart_items: '[CartItemUpdateInput]!' },
  VirtualProductCartItemInput: plainItem,
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    AddProductsToCartOutput: { readonly cart: CartSource; readonly user_errors: readonly CartUserError[] };
    CartUserInputError: CartUserError;
    Error: CartUserError;
    InsufficientStockError: CartUserError;
  }
}

const addedProducts = [
  objectType('AddProductsToCartOutput', () => ({ cart: 'Cart!' })),
  ...ofReleases({ before: '2.4.8' }, [
    objectType('CartUserInputError', () => ({ code: 'CartUserInputErrorType!', message: 'String!' })),
    extendType('AddProductsToCartOutput', () => ({ user_errors: '[CartUserInputError]!' })),
  ]),
  ...ofReleases({ release: '2.4.8' }, [
    interfaceType(
      'Error',
      () => ({ code: 'CartUserInputErrorType!', message: 'String!' }),
      ({ code }) => (code === 'INSUFFICIENT_STOCK' ? 'InsufficientStockError' : 'CartUserInputError'),
    ),
    objectType('CartUserInputError', () => ({}), ['Error']),
    objectType(
      'InsufficientStockError',
      (t) => ({ quantity: t.batch('Float', (errors, _, call) => unitsLeft(call, errors)) }),
      ['Error'],
    ),
    extendType('AddProductsToCartOutput', () => ({ user_errors: '[Error!]!' })),
  ]),
];

/** Puts products into the caller's cart, all or none. Throws the first failure. */
export async function addAll(
  call: Call,
  cartId: string,
  products: readonly ProductToAdd[],
): Promise<GraphQLTypes['AddSimpleProductsToCartOutput']> {
  const before = await ownCart(call, cartId);
  if (products.length === 0) throw graphqlQuoteErrors.itemsMissing();
  const { cart, failures } = await addProducts(call, before, products);
  if (failures[0]) throw failures[0].error;
  return { cart: { cart } };
}

/** Products as the older mutations name them, without choices but of custom options. */
function plainProducts(
  input: readonly (GraphQLTypes['SimpleProductCartItemInput'] | null | undefined)[],
): ProductToAdd[] {
  return input.flatMap((one) =>
    one ? [{ ...toAdd(one.data), options: customOptionsOf(one.customizable_options) }] : [],
  );
}

/** A product to add in an input, without choices. */
export function toAdd({ sku, quantity, parent_sku: parentSku }: GraphQLTypes['CartItemInput']): ProductToAdd {
  return { sku: sku.trim(), quantity, parentSku };
}

/** Id of an item that was named by uid or by id. */
function itemIdOf(input: {
  readonly cart_item_id?: number | null | undefined;
  readonly cart_item_uid?: string | null | undefined;
}): number {
  const id = input.cart_item_uid == null ? input.cart_item_id : (idOf(input.cart_item_uid) ?? -1);
  if (id == null) throw graphqlQuoteErrors.itemIdMissing();
  return id;
}

function noItem({ cart_item_uid: uid }: GraphQLTypes['CartItemUpdateInput'], id: number): Error {
  return graphqlQuoteErrors.noItem([uid ?? id]);
}

async function updateOne(call: Call, cartId: string, input: GraphQLTypes['CartItemUpdateInput']): Promise<void> {
  const id = itemIdOf(input);
  const cart = await ownCart(call, cartId);
  const item = ownItems(cart.items).find(({ item_id }) => item_id === id);
  if (!item) throw noItem(input, id);
  const { quantity, customizable_options, cart_item_id: _id, cart_item_uid: _uid, ...others } = input;
  const options = customizable_options?.length ? customizable_options : undefined;
  if (![quantity, options, ...Object.values(others)].some((value) => value != null))
    throw graphqlQuoteErrors.quantityMissing();
  if (quantity != null && quantity <= 0) return removeItem(call, cart, id, cart.id);
  let changedCart = cart;
  for (const update of call.contributions.cartItemUpdates) changedCart = await update(call, changedCart, id, input);
  if (quantity == null && !options) return;
  const product = await call.services.catalog.productById(call, item.product_id, cart.store_id);
  const product_option = options && { extension_attributes: choicesAfter(call, item, options) };
  const changed = { item_id: id, qty: quantity ?? item.qty, ...(product_option && { product_option }) };
  await inWords(product?.sku ?? '', () => updateItem(call, changedCart, id, changed));
}

/** Runs a change of a product in a cart; converts its errors to the GraphQL messages. */
async function inWords(sku: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof PlatformError ? inStorefrontWords(error, { sku }) : error;
  }
}

async function reloaded(call: Call, cartId: string): Promise<{ cart: { cart: StoredCart } }> {
  return { cart: { cart: await ownCart(call, cartId) } };
}

const itemMutations = mutations((t) => ({
  addProductsToCart: t.field(
    'AddProductsToCartOutput',
    { cartId: 'String!', cartItems: '[CartItemInput!]!' },
    async (_, { cartId, cartItems }, call) => {
      const products = cartItems.map((one) => ({
        ...toAdd(one),
        options: optionsByUids(call, one.selected_options, one.entered_options),
      }));
      const { cart, failures } = await addProducts(call, await ownCart(call, cartId), products);
      return {
        cart: { cart },
        user_errors: failures.map(({ error, position }) =>
          Object.assign(userErrorOf(error), { sku: elementAt(products, position).sku }),
        ),
      };
    },
  ),
  addSimpleProductsToCart: t.field(
    'AddSimpleProductsToCartOutput',
    { input: 'AddSimpleProductsToCartInput' },
    (_, { input }, call) => addAll(call, input?.cart_id ?? '', plainProducts(input?.cart_items ?? [])),
  ),
  addVirtualProductsToCart: t.field(
    'AddVirtualProductsToCartOutput',
    { input: 'AddVirtualProductsToCartInput' },
    (_, { input }, call) => addAll(call, input?.cart_id ?? '', plainProducts(input?.cart_items ?? [])),
  ),
  removeItemFromCart: t.field(
    'RemoveItemFromCartOutput',
    { input: 'RemoveItemFromCartInput' },
    async (_, { input }, call) => {
      if (!input) throw graphqlQuoteErrors.inputMissing(['cart_id']);
      const cart = await ownCart(call, input.cart_id);
      const id = itemIdOf(input);
      if (!ownItems(cart.items).some(({ item_id }) => item_id === id)) throw graphqlQuoteErrors.itemGone();
      await removeItem(call, cart, id, cart.id);
      return reloaded(call, input.cart_id);
    },
  ),
}));

const updateMutations = mutations((t) => ({
  updateCartItems: t.field(
    'UpdateCartItemsOutput',
    { input: 'UpdateCartItemsInput' },
    async (_, { input }, call, selection) => {
      if (!input) throw graphqlQuoteErrors.inputMissing(['cart_id']);
      await ownCart(call, input.cart_id);
      if (input.cart_items.length === 0) throw graphqlQuoteErrors.itemsMissing();
      const errors: CartUserError[] = [];
      for (const one of input.cart_items) {
        if (!one) continue;
        try {
          // An item is changed as a whole or not at all.
          await call.savepoint((inside) => updateOne(inside, input.cart_id, one));
        } catch (error) {
          if (!isReturned(error, selection)) throw error;
          errors.push(cartErrorOf(error));
        }
      }
      return { ...(await reloaded(call, input.cart_id)), errors };
    },
  ),
}));

/** GraphQL declarations of changes of cart items. */
export const itemMutationDeclarations = [enums, values, inputs, ...addedProducts, itemMutations, updateMutations];
