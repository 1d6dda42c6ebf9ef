import type { Call } from '../../../kernel/call.ts';
import { jsonTextOf, parseJson } from '../../../kernel/json-text.ts';
import { prepareItems } from '../change/adding.ts';
import { isOffered } from '../items/extensions/item-product.ts';
import { loadProductBySku } from '../items/products.ts';
import type { ChosenOptions } from '../option-types.ts';
import { asItem, inStorefrontWords, type ProductToAdd } from './add-products.ts';
import { graphqlQuoteErrors } from './errors.ts';
import { isClientError } from '../../../kernel/errors.ts';

/** A product that may be put into a cart as far as its choices are concerned. */
interface CheckedChoice {
  readonly productId: number;
  readonly quantity: number;
  readonly options: ChosenOptions;
}

/**
 * Validates the choices for a product as a cart does, without its stock. A grouped product becomes its selected members. Throws for a
 * product that the website does not sell, and for missing or invalid choices.
 */
export async function checkedChoices(call: Call, request: ProductToAdd): Promise<CheckedChoice[]> {
  const { sku, qty, product_option } = await asItem(call, request);
  const product = await loadProductBySku(call, sku);
  if (!product || !isOffered(product, call.scope.websiteId)) throw graphqlQuoteErrors.noProduct([request.sku]);
  const { extension_attributes: options = {} } = product_option;
  try {
    const items = await prepareItems(call, product, { product_option }, qty);
    return items.map((item) => ({
      productId: item.product.product.id,
      quantity: item.qty,
      options: item.product === product ? filledOptions(options ?? {}) : {},
    }));
  } catch (error) {
    throw isClientError(error) ? inStorefrontWords(error, request) : error;
  }
}

/** Options without empty fields, so that equal choices are equal values. */
export function filledOptions(options: ChosenOptions): ChosenOptions {
  const entries = Object.entries(options).filter(([, value]) => {
    if (Array.isArray(value)) return value.length > 0;
    const inner = value && typeof value === 'object' ? Object.values(value) : [];
    return inner.some((one) => !Array.isArray(one) || one.length > 0);
  });
  return parseJson(jsonTextOf<ChosenOptions>(Object.fromEntries(entries)));
}
