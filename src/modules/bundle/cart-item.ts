import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { decimal, round, type Decimal } from '../../kernel/money.ts';
import * as t from '../../kernel/types.ts';
import { optionsPrice, skuWithOptions } from '../quote/items/extensions/custom-options.ts';
import { isInStock, isOffered, nameOf, ownWeight, type ItemProduct } from '../quote/items/extensions/item-product.ts';
import type {
  ItemLabel,
  CartItemNode,
  CartItemType,
  NewComponent,
  ShownCart,
} from '../quote/items/extensions/item-type.ts';
import {
  addedPrice,
  ownPrice,
  productPrice,
  rulePrice,
  specialPrice,
  tiersFor,
  type PriceContext,
} from '../quote/items/extensions/prices.ts';
import type { ProductChoices, ProductOptionInput } from '../quote/option-types.ts';
import { bundleErrors } from './errors.ts';
import { FIXED, titleOf } from './present.ts';
import type { StoredOption } from './rows.ts';
import { BUNDLE, BundleChoice } from './types.ts';

/** The field of a product option with the choices of a bundle. */
export const bundleChoiceFields = { bundle_options: t.optional(t.array(BundleChoice)) };

type BundleChoices = NonNullable<ProductChoices['bundle_options']>;

declare module '../quote/option-types.ts' {
  interface ProductOptionFields {
    bundle_options: (typeof bundleChoiceFields)['bundle_options'];
  }
  interface ProductChoices {
    readonly bundle_options?: {
      readonly option_id: number;
      readonly option_qty: number;
      readonly option_selections: number[];
    }[];
  }
}

interface BundleSelection {
  readonly id: number;
  readonly option: StoredOption;
  readonly sku: string;
  readonly qty: number;
  /** The price that it adds to a bundle with a fixed price: an amount, or a percentage (`price_type` 1). */
  readonly price: number;
  readonly price_type: number;
  readonly canChange: boolean;
}

/** Value of `shipment_type`: components are shipped separately. */
const APART = 1;

/**
 * How bundles behave in carts. A bundle has a fixed price, to which selections add theirs, or a dynamic one, the sum of its
 * components.
 */
export const bundleItem: CartItemType = {
  names: [BUNDLE],
  schemaName: 'BundleCartItem',
  choicesOf: (keys) => {
    // An entered quantity stands behind the key of its selection, which may be among the selected ones as well.
    const picked = new Map<string, { option: number; selection: number; qty: number }>();
    for (const [kind, option, selection, qty, entered] of keys) {
      if (kind !== 'bundle') continue;
      const one = { option: Number(option), selection: Number(selection), qty: Number(entered ?? qty ?? 1) };
      picked.set(`${option}/${selection}`, one);
    }
    // An option has one quantity: selections with other quantities become further choices of it.
    const alike = Map.groupBy(picked.values(), ({ option, qty }) => `${option}/${qty}`);
    return {
      bundle_options: [...alike.values()].map((of) => {
        const { option, qty } = firstOf(of);
        return { option_id: option, option_qty: qty, option_selections: of.map(({ selection }) => selection) };
      }),
    };
  },
  async prepare(call, product, input, qty) {
    const bundle_options = readChoices(product, input);
    return [
      { product, qty, choices: { bundle_options }, components: await readComponents(call, product, bundle_options) },
    ];
  },
  price(node, qty, context) {
    if (!isFixed(node.product)) {
      return node.components.reduce(
        (sum, component) => sum.plus(round(dynamicPrice(node, component, qty, context), 4).times(component.item.qty)),
        decimal(0),
      );
    }
    const own = ownPrice(node.product.values) ?? decimal(0);
    const whole = reduced(node, withSelections(node, own), qty, context);
    const byRules = rulePrice(node.product.product.id, own, context);
    const price = byRules ? least(whole, withSelections(node, byRules)) : whole;
    return price.plus(optionsPrice(node.product.options, node.item.choices.custom_options, own));
  },
  originalPrice: () => undefined,
  componentPrice: (node, component, qty, context) =>
    isFixed(node.product) ? undefined : dynamicPrice(node, component, qty, context),
  sku(node) {
    const { sku } = node.product.product;
    const isJoined = isDynamic(node.product, 'sku_type');
    return skuWithOptions(
      node,
      isJoined ? [sku, ...node.components.map((component) => component.product.product.sku)].join('-') : sku,
    );
  },
  labels: selectionLabels,
  weight: ({ product, components }) =>
    isDynamic(product, 'weight_type')
      ? components.reduce((sum, component) => sum + (ownWeight(component.product) ?? 0) * component.item.qty, 0)
      : ownWeight(product),
  shipsSeparately: ({ product }) => Number(product.values.shipment_type ?? 0) === APART,
};

function isDynamic({ values }: ItemProduct, attribute: 'price_type' | 'sku_type' | 'weight_type'): boolean {
  return Number(values[attribute] ?? 0) !== FIXED;
}

function isFixed(product: ItemProduct): boolean {
  return !isDynamic(product, 'price_type');
}

/** The price of a bundle with a fixed price, and those of its selections: amounts, or percentages of its price. */
function withSelections({ product, components }: CartItemNode, own: Decimal): Decimal {
  return components.reduce(
    (sum, component) => sum.plus(selectionPrice(product, component, own).times(component.item.qty)),
    own,
  );
}

function least(one: Decimal, other: Decimal): Decimal {
  return other.lt(one) ? other : one;
}

/** Price of a component of a dynamic bundle: its product's price, reduced as the bundle is. */
function dynamicPrice(node: CartItemNode, component: CartItemNode, qty: Decimal, context: PriceContext): Decimal {
  return reduced(node, productPrice(component.product, qty.times(component.item.qty), context), qty, context);
}

/**
 * A price reduced by the bundle's special price or tier price, which are percentages. Source: documented behaviour of bundles.
 */
function reduced({ product }: CartItemNode, price: Decimal, qty: Decimal, context: PriceContext): Decimal {
  const special = specialPrice(product.values, context.now);
  const tiers = tiersFor(product.product.tier_prices, qty, context);
  const percents = tiers.map((tier) => decimal(100).minus(tier.percentage_value ?? tier.value ?? 0));
  return [...(special ? [special] : []), ...percents]
    .map((percent) => price.times(percent).div(100))
    .reduce(least, price);
}

/** The price of a unit of a component of a bundle, in the base currency. */
interface ComponentPrice {
  readonly price: Decimal;
  /** Without special prices, tier prices and catalogue rules. */
  readonly original: Decimal;
}

/** The prices of the components of a bundle, by id of the item. */
export function chosenPrices(node: CartItemNode, context: PriceContext): Map<number, ComponentPrice> {
  const own = ownPrice(node.product.values) ?? decimal(0);
  const pricesOf = (component: CartItemNode): ComponentPrice => {
    if (!isFixed(node.product)) {
      const price = dynamicPrice(node, component, decimal(node.item.qty), context);
      return { price, original: ownPrice(component.product.values) ?? decimal(0) };
    }
    const price = selectionPrice(node.product, component, own);
    return { price, original: price };
  };
  return new Map(node.components.map((component) => [component.item.item_id, pricesOf(component)]));
}

function selectionPrice(product: ItemProduct, component: CartItemNode, own: Decimal): Decimal {
  const selection = selectionsOf(product).find(({ id }) => id === component.item.selection_id);
  return selection ? addedPrice(selection.price, selection.price_type, own) : decimal(0);
}

function optionsOf({ extensions }: ItemProduct): readonly StoredOption[] {
  return extensions.bundle?.options ?? [];
}

function selectionsOf(product: ItemProduct): BundleSelection[] {
  return optionsOf(product).flatMap((option) =>
    option.links.map((link) => ({
      id: link.id,
      option,
      sku: link.sku,
      qty: link.qty,
      price: link.price,
      price_type: link.price_type,
      canChange: link.can_change_quantity === 1,
    })),
  );
}

function readChoices(product: ItemProduct, input: ProductOptionInput | null | undefined): BundleChoices {
  const choices = (input?.extension_attributes?.bundle_options ?? []).flatMap((choice) => {
    const option_selections = (choice.option_selections ?? []).map(Number);
    const option_id = Number(choice.option_id ?? 0);
    const option_qty = Number(choice.option_qty ?? 1);
    if (!(option_qty >= 0)) throw bundleErrors.invalidQuantity();
    return option_selections.length > 0 ? [{ option_id, option_qty, option_selections }] : [];
  });
  if (choices.length === 0) throw bundleErrors.specifyOptions();
  const options = optionsOf(product);
  for (const option of options) {
    if (option.required && !choices.some(({ option_id }) => option_id === option.id)) {
      throw bundleErrors.selectRequired();
    }
  }
  const known = selectionsOf(product);
  for (const { option_id, option_selections } of choices) {
    for (const id of option_selections) {
      if (!known.some((one) => one.id === id && one.option.id === option_id)) {
        throw bundleErrors.invalidSelections();
      }
    }
  }
  return choices;
}

async function readComponents(call: Call, product: ItemProduct, choices: BundleChoices): Promise<NewComponent[]> {
  const selections = new Map(selectionsOf(product).map((selection) => [selection.id, selection]));
  const chosen = choices.flatMap((choice) =>
    choice.option_selections.map((id) => ({ choice, selection: valueAt(selections, id) })),
  );
  const bySku = await call.services.catalog.productsBySku(
    call,
    chosen.map(({ selection }) => selection.sku),
    call.scope.storeId,
  );
  const ids = [...bySku.values()].map((one) => one.id);
  const products = await call.services.quote.itemProducts(call, ids);
  return chosen.map(({ choice, selection }) => {
    const id = bySku.get(call.services.catalog.foldSku(selection.sku))?.id;
    const component = id === undefined ? undefined : products.get(id);
    if (!component || !isOffered(component, call.scope.websiteId) || !isInStock(component)) {
      throw bundleErrors.invalidSelections();
    }
    const qty = selection.canChange && choice.option_qty > 0 ? choice.option_qty : selection.qty;
    return { product: component, qty, selection_id: selection.id };
  });
}

/** The choices of one option of a bundle. */
interface OptionChoice {
  readonly option_id?: number | string | null;
  readonly option_selections?: readonly (number | string)[] | null;
}

/** The chosen selections of each option of a bundle. */
export function chosenByOption(
  choices: readonly OptionChoice[] | null | undefined,
): { option_id: number; option_selections: number[] }[] {
  const byOption = Map.groupBy(choices ?? [], ({ option_id }) => Number(option_id));
  return [...byOption].map(([option_id, of]) => ({
    option_id,
    option_selections: of.flatMap(({ option_selections }) => (option_selections ?? []).map(Number)),
  }));
}

/** `1 x Name <price>` for each selection, as in the interface. */
async function selectionLabels(
  nodes: readonly CartItemNode[],
  cart: ShownCart,
): Promise<(node: CartItemNode) => readonly ItemLabel[]> {
  const write = await cart.prices(nodes);
  return (node) => {
    const own = ownPrice(node.product.values) ?? decimal(0);
    return chosenByOption(node.item.choices.bundle_options).map(({ option_id, option_selections }) => {
      const components = option_selections.flatMap(
        (id) => node.components.find((component) => component.item.selection_id === id) ?? [],
      );
      const value = components.map((component) => {
        const [price, of] = isFixed(node.product)
          ? [selectionPrice(node.product, component, own), node.product]
          : [dynamicPrice(node, component, decimal(node.item.qty), cart.context), component.product];
        const priceText = write(price, Number(of.values.tax_class_id ?? 0));
        return `${component.item.qty} x ${nameOf(component.product)} <span class="price">${priceText}</span>`;
      });
      const option = optionsOf(node.product).find(({ id }) => id === option_id);
      return { value: value.join('<br />\n'), label: (option && titleOf(option, node.product.product.store_id)) ?? '' };
    });
  };
}
