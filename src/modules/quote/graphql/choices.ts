import type { Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import { currenciesOf, placeOfCall } from '../cart/currency.ts';
import type { CartItemNode, NewCartItem } from '../items/extensions/item-type.ts';
import { plainType } from '../items/plain.ts';
import { loadProducts } from '../items/products.ts';
import { itemType, priceContext } from '../items/tree.ts';
import type { ChosenOptions } from '../option-types.ts';
import type { ChoicesSource } from './types.ts';

/** A product with its choices, outside of a cart. */
interface ProductWish {
  readonly id: number;
  readonly productId: number;
  readonly quantity: number;
  readonly options: ChosenOptions;
}

/**
 * Products with their choices as cart items, by id of the wish. Wishes for deleted products are omitted. A product that
 * cannot be bought with its choices has no components.
 */
export async function chosenProducts(
  call: Call,
  wishes: readonly ProductWish[],
  customerGroupId: number,
): Promise<Map<number, ChoicesSource>> {
  const products = await loadProducts(
    call,
    wishes.map(({ productId }) => productId),
  );
  const nodes: CartItemNode[] = [];
  for (const wish of wishes) {
    const product = products.get(wish.productId);
    if (product) nodes.push(await nodeOf(call, wish, product));
  }
  const buyer = { customer_group_id: customerGroupId, website_id: call.scope.websiteId };
  const evaluated = {
    context: await priceContext(call, buyer, nodes),
    currencies: currenciesOf(call, placeOfCall(call)),
  };
  return new Map(nodes.map((node) => [node.item.item_id, { node, item: node.item, evaluated }]));
}

type Product = CartItemNode['product'];

async function nodeOf(call: Call, wish: ProductWish, product: Product): Promise<CartItemNode> {
  const type = itemType(call, product.product.type_id);
  const preparedItem = await prepared(call, wish, product);
  const components = preparedItem?.components ?? [];
  const choices = preparedItem?.choices ?? {};
  const custom = wish.options.custom_options ?? [];
  const custom_options = custom.map(({ option_id, option_value }) => ({
    option_id: String(option_id),
    option_value: String(option_value),
  }));
  const item = {
    item_id: wish.id,
    product_id: wish.productId,
    product_type: product.product.type_id,
    qty: wish.quantity,
    choices: { ...choices, ...(custom_options.length > 0 && { custom_options }) },
    parent_item_id: null,
  };
  return {
    item,
    product,
    type,
    components: components.map((component, at) => ({
      item: {
        item_id: -at - 1,
        product_id: component.product.product.id,
        product_type: component.product.product.type_id,
        qty: component.qty,
        choices: {},
        parent_item_id: wish.id,
        ...(component.selection_id !== undefined && { selection_id: component.selection_id }),
      },
      product: component.product,
      type: itemType(call, component.product.product.type_id),
      components: [],
    })),
  };
}

async function prepared(
  call: Call,
  { options, quantity }: ProductWish,
  product: Product,
): Promise<NewCartItem | undefined> {
  const { prepare = plainType.prepare } = itemType(call, product.product.type_id);
  try {
    const items: readonly NewCartItem[] = await prepare(call, product, { extension_attributes: options }, quantity);
    return items.find((one) => one.product === product);
  } catch (error) {
    // Wishes need not be complete.
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}
