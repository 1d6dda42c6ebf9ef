import type { Call } from '../../../kernel/call.ts';
import { PlatformError } from '../../../kernel/errors.ts';
import {
  deprecated,
  enumTypes,
  interfaceType,
  objectType,
  ofRelease,
  valueTypes,
  type EnumTypesOf,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { piecesOf } from '../change/adding.ts';
import { quoteErrors } from '../errors.ts';
import { optionsChosen } from '../items/extensions/custom-options.ts';
import { isOffered } from '../items/extensions/item-product.ts';
import { checkQuantity } from '../items/quantity.ts';
import { withOptionsPrice } from '../items/extensions/custom-options.ts';
import { originalPriceOf } from '../items/tree.ts';
import type { EvaluatedCart } from '../totals/evaluate.ts';
import { graphqlQuoteErrors } from './errors.ts';
import { showsUnitsLeft } from './shortage.ts';
import type { CartItemSource, ChoicesSource } from './types.ts';

const enums = enumTypes({
  CartItemErrorType: ['UNDEFINED', 'ITEM_QTY', 'ITEM_INCREMENTS'],
  PriceTypeEnum: ['FIXED', 'PERCENT', 'DYNAMIC'],
});

const values = valueTypes({
  CartItemError: { code: 'CartItemErrorType!', message: 'String!' },
  CartItemQuantity: {
    cart_item_id: { type: 'Int!', deprecated: 'Use `cart_items_v2`.' },
    quantity: { type: 'Float!', deprecated: 'Use `cart_items_v2`.' },
  },
  CartItemSelectedOptionValuePrice: { type: 'PriceTypeEnum!', units: 'String!', value: 'Float!' },
  SelectedCustomizableOption: {
    customizable_option_uid: 'ID!',
    id: { type: 'Int!', deprecated: 'Use `customizable_option_uid`.' },
    is_required: 'Boolean!',
    label: 'String!',
    sort_order: 'Int!',
    type: 'String!',
    values: '[SelectedCustomizableOptionValue]!',
  },
  SelectedCustomizableOptionValue: {
    customizable_option_value_uid: 'ID!',
    id: { type: 'Int!', deprecated: 'Use `customizable_option_value_uid`.' },
    label: 'String!',
    price: 'CartItemSelectedOptionValuePrice!',
    value: 'String!',
  },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    CartItemInterface: CartItemSource;
    SimpleCartItem: CartItemSource;
    VirtualCartItem: CartItemSource;
  }
}

/** The items of a cart as storefronts see them, in the order in which they were added. */
export function shownItems(evaluated: EvaluatedCart): CartItemSource[] {
  return evaluated.nodes.map((node) => ({ node, item: node.item, evaluated }));
}

/** The reasons against ordering an item; empty when it can be ordered. */
function problemsOf({
  node,
  evaluated,
}: CartItemSource): { code: 'UNDEFINED' | 'ITEM_QTY' | 'ITEM_INCREMENTS'; message: string }[] {
  const { cart } = evaluated;
  try {
    for (const one of node.components.length > 0 ? node.components : [node]) {
      if (!isOffered(one.product, cart.website_id)) throw quoteErrors.notAvailable();
      checkQuantity(one.product.stock, piecesOf(cart.items, one.item.product_id));
    }
    return [];
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return [problemOf(error)];
  }
}

/** The message of an item that cannot be ordered; null for other items. */
function shortageOf(call: Call, source: CartItemSource): string | null {
  if (problemsOf(source).length === 0) return null;
  const { node } = source;
  if (!showsUnitsLeft(call)) return graphqlQuoteErrors.tooFew.template;
  const stocks = (node.components.length > 0 ? node.components : [node]).map(({ product }) => product.stock);
  const left = Math.min(...stocks.map((stock) => Math.max((stock?.qty ?? 0) - (stock?.min_qty ?? 0), 0)));
  return graphqlQuoteErrors.onlySome([left]).text;
}

function problemOf(error: PlatformError): ReturnType<typeof problemsOf>[number] {
  if (error.message === quoteErrors.notEnough.template) {
    return { code: 'ITEM_QTY', message: graphqlQuoteErrors.notAvailable.template };
  }
  if (error.message === quoteErrors.notAvailable.template) {
    return { code: 'ITEM_QTY', message: 'Some of the products are out of stock.' };
  }
  const isIncrement = error.message.startsWith('You can buy this product only in quantities');
  return { code: isIncrement ? 'ITEM_INCREMENTS' : 'ITEM_QTY', message: error.text };
}

const itemInterface = interfaceType(
  'CartItemInterface',
  (t) => ({
    errors: t.field('[CartItemError]', (source) => {
      const problems = problemsOf(source);
      return problems.length > 0 ? problems : null;
    }),
    id: deprecated(
      'Use `uid`.',
      t.field('String!', ({ item }) => String(item.item_id)),
    ),
    is_available: t.field('Boolean!', (source) => problemsOf(source).length === 0),
    not_available_message: ofRelease(
      { release: '2.4.8' },
      t.field('String', (source, _, call) => shortageOf(call, source)),
    ),
    prices: t.field('CartItemPrices', ({ item, node, evaluated }) => {
      const { items } = evaluated.totals;
      const totals = items.get(item.item_id);
      const componentTotals = node.components.flatMap((component) => items.get(component.item.item_id) ?? []);
      if (!totals) return null;
      const base = originalPriceOf(node);
      const whole = base && withOptionsPrice(node, base);
      const original = whole?.times(evaluated.currencies.baseToDisplayed) ?? totals.price.amount;
      return { totals, componentTotals, original, quantity: item.qty, evaluated };
    }),
    product: t.field('ProductInterface!', ({ node }, _, call) => call.services.storefront.source(call, node.product)),
    quantity: t.field('Float!', ({ item }) => item.qty),
    uid: t.field('ID!', ({ item }) => uidOf(item.item_id)),
  }),
  ({ node }) => node.type.schemaName ?? 'SimpleCartItem',
);

/** The choices of an item for custom options, as storefronts show them. */
export function customizableOptions({ node }: Pick<ChoicesSource, 'node'>) {
  return optionsChosen(node).map(({ option, values: chosen, text }) => ({
    customizable_option_uid: uidOf(`custom-option/${option.option_id}`),
    id: option.option_id,
    is_required: option.is_require,
    label: option.title,
    sort_order: option.sort_order,
    type: option.type,
    values:
      chosen.length > 0
        ? chosen.map((value) => ({
            customizable_option_value_uid: uidOf(`custom-option/${option.option_id}/${value.option_type_id}`),
            id: value.option_type_id,
            label: value.title,
            price: optionPrice(value),
            value: String(value.option_type_id),
          }))
        : [
            {
              customizable_option_value_uid: uidOf(`custom-option/${option.option_id}`),
              id: option.option_id,
              label: '',
              price: optionPrice(option),
              value: text,
            },
          ],
  }));
}

function optionPrice({ price, price_type }: { readonly price: number | null; readonly price_type: string | null }) {
  const isPercent = price_type === 'percent';
  return {
    type: isPercent ? ('PERCENT' as const) : ('FIXED' as const),
    units: isPercent ? '%' : '$',
    value: price ?? 0,
  };
}

const simpleItem = objectType(
  'SimpleCartItem',
  (t) => ({ customizable_options: t.field('[SelectedCustomizableOption]!', customizableOptions) }),
  ['CartItemInterface'],
);
const virtualItem = objectType(
  'VirtualCartItem',
  (t) => ({ customizable_options: t.field('[SelectedCustomizableOption]!', customizableOptions) }),
  ['CartItemInterface'],
);

/** The items of carts. */
export const itemDeclarations = [enums, values, itemInterface, simpleItem, virtualItem];
