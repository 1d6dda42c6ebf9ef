import type { Call } from '../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../kernel/errors.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { elementAt } from '../../kernel/lists.ts';
import { requisitionListErrors } from './errors.ts';
import type { ListItem } from './items.ts';

type ToCartError = GraphQLTypes['AddRequisitionListItemToCartUserError'];
type ItemProducts = Awaited<ReturnType<Call['services']['quote']['itemProducts']>>;

/**
 * Adds items of a list to the caller's cart, each completely or not at all. Returns the cart, and an error for each item that was not
 * added. The list is unchanged. Within a transaction.
 */
export async function addToCart(call: Call, items: readonly ListItem[]) {
  const { quote } = call.services;
  const products = await quote.itemProducts(
    call,
    items.map(({ product_id }) => product_id),
  );
  const sold = items.filter((item) => isSold(call, products, item));
  const requests = sold.map((item) => ({ ...asRequest(products, item), quantity: item.qty }));
  const { cart, failures } = await quote.addProducts(call, await quote.customersCart(call), requests);
  const errors = items
    .filter((item) => !sold.includes(item))
    .map((item) => userError(products, item, 'UNAVAILABLE_SKU', requisitionListErrors.unavailable()));
  for (const { position, error } of failures) {
    const item = elementAt(sold, position);
    errors.push(await failureOf(call, products, item, error));
  }
  return { cart, errors };
}

function isSold({ scope }: Call, products: ItemProducts, { product_id }: ListItem): boolean {
  const found = products.get(product_id);
  return (
    found !== undefined && Number(found.values.status ?? 1) === 1 && found.product.website_ids.includes(scope.websiteId)
  );
}

function asRequest(products: ItemProducts, { product_id, qty, options }: ListItem) {
  return { sku: products.get(product_id)?.product.sku ?? '', quantity: qty, options };
}

async function failureOf(
  call: Call,
  products: ItemProducts,
  item: ListItem,
  error: PlatformError,
): Promise<ToCartError> {
  const stock = products.get(item.product_id)?.stock;
  if (!stock || (stock.manage_stock && !stock.is_in_stock)) {
    return userError(products, item, 'OUT_OF_STOCK', requisitionListErrors.outOfStock());
  }
  try {
    await call.services.quote.checkedChoices(call, asRequest(products, item));
  } catch (choices) {
    if (!isClientError(choices)) throw choices;
    return userError(products, item, 'OPTIONS_UPDATED', choices);
  }
  return userError(products, item, 'LOW_QUANTITY', error);
}

/** An error as storefronts see it. It names the product, because it has no other mark of its item. */
function userError(
  products: ItemProducts,
  item: ListItem,
  type: ToCartError['type'],
  error: PlatformError,
): ToCartError {
  const sku = products.get(item.product_id)?.product.sku;
  return { type, message: sku === undefined ? error.text : `${sku}: ${error.text}` };
}
