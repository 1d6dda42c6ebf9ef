import type { Call } from '../../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../../kernel/errors.ts';
import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import { mergeFields } from '../../../kernel/fields.ts';
import { keyOf } from '../../../kernel/uids.ts';
import type { StoredCart, StoredCartItem } from '../cart/cart.ts';
import { inStore } from '../cart/scope.ts';
import { changeItems } from '../change/cart.ts';
import { itemsWith } from '../change/adding.ts';
import { quoteErrors } from '../errors.ts';
import { isInStock, isOffered } from '../items/extensions/item-product.ts';
import type { CartItemNode } from '../items/extensions/item-type.ts';
import { loadProductBySku } from '../items/products.ts';
import { itemType } from '../items/tree.ts';
import type { ChosenOptions } from '../option-types.ts';
import { codeOf, graphqlQuoteErrors, isFilledFrom } from './errors.ts';

/** A product to add to a cart, with its choices. */
export interface ProductToAdd {
  readonly sku: string;
  readonly quantity: number;
  /** The product that `sku` is a variant of. */
  readonly parentSku?: string | null | undefined;
  /** Choices, as the interface has product options. */
  readonly options?: ChosenOptions;
}

/** Why a product was not put into a cart. */
interface AddFailure {
  /** Which of the products, from 0. */
  readonly position: number;
  readonly error: PlatformError;
}

/**
 * Adds products to a cart, each completely or not at all, and writes the cart once. Returns the cart and the failures.
 * Within a transaction.
 */
export async function addProducts(
  outer: Call,
  cart: StoredCart,
  products: readonly ProductToAdd[],
): Promise<{ cart: StoredCart; failures: readonly AddFailure[] }> {
  const call = inStore(outer, cart.store_id);
  const failures: AddFailure[] = [];
  const touched = new Map<number, CartItemNode>();
  let { items, spare_item_ids } = cart;
  for (const [position, product] of products.entries()) {
    try {
      const filled = { ...cart, items, ...(spare_item_ids && { spare_item_ids }) };
      const { changes, nodes } = await itemsWith(call, filled, await asItem(call, product));
      ({ items, spare_item_ids } = changes);
      for (const node of nodes) touched.set(node.item.item_id, node);
    } catch (error) {
      if (!isClientError(error)) throw error;
      failures.push({ position, error: await whyNotAdded(call, error, product) });
    }
  }
  if (touched.size === 0) return { cart, failures };
  const change = { items, ...(spare_item_ids && { spare_item_ids }) };
  const nodes = [...touched.values()].filter(({ item }) => items.includes(item));
  return { cart: (await changeItems(call, cart, change, nodes)).cart, failures };
}

/** A product to add as an item of a cart. Throws for an unknown parent, and for a SKU that is none of its variants. */
export async function asItem(call: Call, { sku, quantity, parentSku, options }: ProductToAdd) {
  if (!(quantity > 0)) throw graphqlQuoteErrors.quantity();
  // Storefronts name a product as its own parent when they put a removed item back.
  if (!parentSku || parentSku === sku) {
    return { sku, qty: quantity, product_option: options ? { extension_attributes: options } : {} };
  }
  const parent = await loadProductBySku(call, parentSku);
  if (!parent) throw graphqlQuoteErrors.noProduct([parentSku]);
  const chosen = await itemType(call, parent.product.type_id).choicesOfVariant?.(call, parent, sku);
  if (!chosen) throw graphqlQuoteErrors.noProduct([sku]);
  return { sku: parentSku, qty: quantity, product_option: { extension_attributes: { ...options, ...chosen } } };
}

/** Why a product was not added. A product that is not offered itself is unknown to storefronts; else a part of it is sold out. */
async function whyNotAdded(call: Call, error: PlatformError, request: ProductToAdd): Promise<PlatformError> {
  if (error.message !== quoteErrors.notAvailable.template) return inStorefrontWords(error, request);
  const sku = request.parentSku || request.sku;
  const product = await loadProductBySku(call, sku);
  const isSold = product && isOffered(product, call.scope.websiteId) && isInStock(product);
  return isSold ? graphqlQuoteErrors.notAvailable() : graphqlQuoteErrors.noProduct([sku]);
}

/** Errors of products in the words that storefronts know. */
export function inStorefrontWords(error: PlatformError, { sku }: Pick<ProductToAdd, 'sku'>): PlatformError {
  switch (error.message) {
    case quoteErrors.productNotFound.template:
      return graphqlQuoteErrors.noProduct([sku]);
    case quoteErrors.notEnough.template:
      return graphqlQuoteErrors.notAvailable();
    default:
      return error;
  }
}

/** Kinds of failures that all releases distinguish. */
type UserErrorCode = 'PRODUCT_NOT_FOUND' | 'NOT_SALABLE' | 'INSUFFICIENT_STOCK' | 'UNDEFINED';

/** A failure as storefronts see it. */
export interface CartUserError {
  readonly code: GraphQLTypes['CartUserInputErrorType'];
  readonly message: string;
  /** Of the product, where one could not be added. */
  readonly sku?: string;
}

// A quantity above the largest of a sale has no code of its own, as in the interface.
const userErrorCodes: Readonly<Record<string, UserErrorCode>> = {
  [graphqlQuoteErrors.noProduct.template]: 'PRODUCT_NOT_FOUND',
  [quoteErrors.notAvailable.template]: 'NOT_SALABLE',
  [graphqlQuoteErrors.notAvailable.template]: 'INSUFFICIENT_STOCK',
  [quoteErrors.notEnough.template]: 'INSUFFICIENT_STOCK',
  [quoteErrors.minQty.template]: 'INSUFFICIENT_STOCK',
};

/** The kind of a failure in GraphQL. */
export function userErrorOf(error: PlatformError): { code: UserErrorCode; message: string } {
  return { code: codeOf(userErrorCodes, error) ?? 'UNDEFINED', message: error.text };
}

/** As `userErrorOf`, with the kinds of failures that changes of items have. */
export function cartErrorOf(error: PlatformError): CartUserError {
  const { noItem, itemIdMissing } = graphqlQuoteErrors;
  if (isRow(error, noItem)) return { code: 'COULD_NOT_FIND_CART_ITEM', message: error.text };
  if (isRow(error, itemIdMissing)) return { code: 'REQUIRED_PARAMETER_MISSING', message: error.text };
  return userErrorOf(error);
}

/** Whether an error has the message of a row, with or without parameters. */
export function isRow({ message }: PlatformError, { template }: { readonly template: string }): boolean {
  return isFilledFrom(template, message);
}

/** Product options from the uids of chosen options and entered texts. */
export function optionsByUids(
  call: Call,
  selected: readonly (string | null | undefined)[] | null | undefined,
  entered: readonly ({ readonly uid: string; readonly value: string } | null | undefined)[] | null | undefined,
): ChosenOptions {
  const keys = (selected ?? []).flatMap((uid) => (uid == null ? [] : [keyOf(uid).split('/')]));
  const texts = (entered ?? []).flatMap((one) => (one ? [[...keyOf(one.uid).split('/'), one.value]] : []));
  const custom = [...keys, ...texts].filter(([kind]) => kind === 'custom-option');
  const byOption = Map.groupBy(custom, ([, id]) => id ?? '');
  return mergeFields<ChosenOptions>([
    {
      custom_options: [...byOption].map(([option_id, of]) => ({
        option_id,
        option_value: of.map(([, , value]) => value ?? '').join(','),
      })),
    },
    ...call.contributions.cartItemTypes.map((type) => type.choicesOf?.([...keys, ...texts])),
  ]);
}

/** The choices of an item after an update: of custom options and, as far as its product type knows the uids, of others. */
export function choicesAfter(
  call: Call,
  { product_type, choices }: StoredCartItem,
  input: readonly (GraphQLTypes['CustomizableOptionInput'] | null | undefined)[],
): ChosenOptions {
  const { changedChoices } = itemType(call, product_type);
  const isCustom = (one: (typeof input)[number]) => one?.uid == null || keyOf(one.uid).startsWith('custom-option/');
  const custom = changedChoices ? input.filter(isCustom) : input;
  const keys = input.flatMap((one) =>
    one?.uid == null || custom.includes(one) ? [] : [[...keyOf(one.uid).split('/'), one.value_string]],
  );
  return {
    ...choices,
    ...(custom.length > 0 && customOptionsOf(custom)),
    ...(keys.length > 0 && changedChoices?.(choices, keys)),
  };
}

/** Choices of custom options as older mutations send them: by id, or by uid. */
export function customOptionsOf(
  input: GraphQLTypes['SimpleProductCartItemInput']['customizable_options'],
): Pick<ChosenOptions, 'custom_options'> {
  return {
    custom_options: (input ?? []).flatMap((one) => {
      if (!one) return [];
      const id = one.uid == null ? String(one.id ?? '') : (keyOf(one.uid).split('/')[1] ?? '');
      return [{ option_id: id, option_value: one.value_string }];
    }),
  };
}
