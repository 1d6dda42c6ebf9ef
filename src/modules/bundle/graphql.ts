import type { Call } from '../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  inputTypes,
  mutations,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import type { Decimal } from '../../kernel/money.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { CartItemSource, ChoicesSource } from '../quote/graphql/types.ts';
import type { WishSource } from '../wishlist/types.ts';
import { chosenByOption, chosenPrices } from './cart-item.ts';
import { FIXED, titleOf } from './present.ts';
import { isMultiple, type StoredLink, type StoredOption } from './rows.ts';

/** An option of a bundle. */
interface BundleItemSource {
  readonly option: StoredOption;
  readonly bundle: ProductSource;
}

/** A selection of an option. */
interface BundleSelectionSource extends BundleItemSource {
  readonly link: StoredLink;
}

const enums = enumTypes({
  PriceViewEnum: ['PRICE_RANGE', 'AS_LOW_AS'],
  ShipBundleItemsEnum: ['TOGETHER', 'SEPARATELY'],
});

const values = valueTypes({
  AddBundleProductsToCartOutput: { cart: 'Cart!' },
  PriceDetails: { discount_percentage: 'Float', main_final_price: 'Float', main_price: 'Float' },
  SelectedBundleOption: {
    id: { type: 'Int!', deprecated: 'Use `uid`.' },
    label: 'String!',
    type: 'String!',
    uid: 'ID!',
    values: '[SelectedBundleOptionValue]!',
  },
  SelectedBundleOptionValue: {
    id: 'Int!',
    label: 'String!',
    original_price: { type: 'Money!', release: '2.4.8' },
    price: 'Float!',
    priceV2: { type: 'Money!', release: '2.4.8' },
    quantity: 'Float!',
    uid: 'ID!',
  },
});

const inputs = inputTypes({
  AddBundleProductsToCartInput: { cart_id: 'String!', cart_items: '[BundleProductCartItemInput]!' },
  BundleOptionInput: { id: 'Int!', quantity: 'Float!', value: '[String]!' },
  BundleProductCartItemInput: {
    bundle_options: '[BundleOptionInput]!',
    customizable_options: '[CustomizableOptionInput]',
    data: 'CartItemInput!',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    BundleCartItem: CartItemSource;
    BundleItem: BundleItemSource;
    BundleItemOption: BundleSelectionSource;
    BundleProduct: ProductSource;
    BundleWishlistItem: WishSource;
  }
}

/** The options of a bundle with the selections that the store view shows. */
export async function offeredOptions(call: Call, bundle: ProductSource): Promise<BundleItemSource[]> {
  const { storefront } = call.services;
  const [{ extensions }, { byRow }] = await Promise.all([
    storefront.added(call, bundle, 'bundle'),
    storefront.components(call, bundle),
  ]);
  return (extensions.bundle?.options ?? []).map((option) => ({
    option: { ...option, links: option.links.filter(({ id }) => byRow.has(id)) },
    bundle,
  }));
}

/** The uid of an option. */
export const optionUid = ({ id }: StoredOption): string => uidOf(`bundle/${id}`);
/** The uid of a selection in its usual quantity, by which carts take it. */
export const selectionUid = (option: StoredOption, { id, qty }: StoredLink): string =>
  uidOf(`bundle/${option.id}/${id}/${qty}`);

const isFixed = ({ values }: ProductSource): boolean => Number(values.price_type ?? 0) === FIXED;

/** The product of a selection. Requests of the same tick are read together. */
export const selectionProducts = loader<number, ProductSource | undefined>(async (ids, call) => {
  const found = await call.services.storefront.products(call, ids);
  return ids.map((id) => found.get(id));
});

/** A selection's part of its bundle's price, in the displayed currency. */
async function priceOf(call: Call, { link, bundle }: BundleSelectionSource): Promise<number> {
  if (isFixed(bundle))
    return link.price_type === 1 ? link.price : call.services.storefront.money(call)(link.price).value;
  const product = await selectionProducts(call, link.child_id);
  if (!product) return 0;
  const { minimum_price } = await call.services.storefront.range(call, product);
  return minimum_price.final_price.value;
}

/** The least and the most that the selections of an option cost: of an option of several, all of them are the most. */
async function rangeOf(call: Call, source: BundleItemSource) {
  const money = call.services.storefront.money(call);
  const own = Number(source.bundle.values.price ?? 0);
  const amounts = await Promise.all(
    source.option.links.map(async (link) => {
      const price = await priceOf(call, { ...source, link });
      const isPercent = isFixed(source.bundle) && link.price_type === 1;
      return link.qty * (isPercent ? (money(own).value * price) / 100 : price);
    }),
  );
  const priceView = (value: number) => {
    const amount = { ...money(0), value: Number.isFinite(value) ? value : 0 };
    return { regular_price: amount, final_price: amount, discount: { amount_off: 0, percent_off: 0 } };
  };
  const most = isMultiple(source.option) ? amounts.reduce((sum, one) => sum + one, 0) : Math.max(...amounts);
  return { minimum_price: priceView(Math.min(...amounts)), maximum_price: priceView(most) };
}

const bundlePage = objectType(
  'BundleProduct',
  (t) => {
    const isDynamic = (code: 'price_type' | 'sku_type' | 'weight_type') =>
      t.field('Boolean', ({ values }) => Number(values[code] ?? 0) !== FIXED);
    return {
      dynamic_price: isDynamic('price_type'),
      dynamic_sku: isDynamic('sku_type'),
      dynamic_weight: isDynamic('weight_type'),
      items: t.field('[BundleItem]', (source, _, call) => offeredOptions(call, source)),
      price_details: t.field('PriceDetails', async (source, _, call) => {
        const { storefront } = call.services;
        const own = await storefront.withoutChoices(call, source);
        const { regular_price, final_price, discount } = own ?? (await storefront.range(call, source)).minimum_price;
        return {
          main_price: regular_price.value,
          main_final_price: final_price.value,
          discount_percentage: discount.percent_off,
        };
      }),
      price_view: t.field('PriceViewEnum', ({ values: { price_view: view } }) =>
        Number(view ?? 0) === 1 ? 'AS_LOW_AS' : 'PRICE_RANGE',
      ),
      ship_bundle_items: t.field('ShipBundleItemsEnum', ({ values: { shipment_type: type } }) =>
        Number(type ?? 0) === 1 ? 'SEPARATELY' : 'TOGETHER',
      ),
    };
  },
  ['ProductInterface', 'RoutableInterface', 'PhysicalProductInterface', 'CustomizableProductInterface'],
);

const bundleOption = objectType('BundleItem', (t) => ({
  option_id: deprecated(
    'Use `uid`.',
    t.field('Int', ({ option }) => option.id),
  ),
  options: t.field('[BundleItemOption]', (source) => source.option.links.map((link) => ({ ...source, link }))),
  position: t.field('Int', ({ option }) => option.position),
  price_range: t.field('PriceRange!', (source, _, call) => rangeOf(call, source)),
  required: t.field('Boolean', ({ option }) => option.required === 1),
  sku: t.field('String', ({ bundle: { product } }) => product.sku),
  title: t.field('String', ({ option }, _, call) => titleOf(option, call.scope.storeId)),
  type: t.field('String', ({ option }) => option.type),
  uid: t.field('ID', ({ option }) => optionUid(option)),
}));

const bundleSelection = objectType('BundleItemOption', (t) => ({
  can_change_quantity: t.field('Boolean', ({ link }) => link.can_change_quantity === 1),
  id: deprecated(
    'Use `uid`.',
    t.field('Int', ({ link }) => link.id),
  ),
  is_default: t.field('Boolean', ({ link }) => link.is_default === 1),
  label: t.field('String', async ({ link }, _, call) => (await selectionProducts(call, link.child_id))?.values.name),
  position: t.field('Int', ({ link }) => link.position),
  price: t.field('Float', (source, _, call) => priceOf(call, source)),
  price_type: t.field('PriceTypeEnum', ({ link, bundle: of }) => {
    if (!isFixed(of)) return 'DYNAMIC';
    return link.price_type === 1 ? 'PERCENT' : 'FIXED';
  }),
  product: t.field('ProductInterface', ({ link }, _, call) => selectionProducts(call, link.child_id)),
  qty: deprecated(
    'Use `quantity`.',
    t.field('Float', ({ link }) => link.qty),
  ),
  quantity: t.field('Float', ({ link }) => link.qty),
  uid: t.field('ID!', ({ link, option }) => selectionUid(option, link)),
}));

/** The chosen selections of a bundle in a cart or elsewhere. */
export function chosenOf({ node, evaluated }: ChoicesSource) {
  const options = node.product.extensions.bundle?.options ?? [];
  const { baseToDisplayed: rate, displayed } = evaluated.currencies;
  const prices = chosenPrices(node, evaluated.context);
  return chosenByOption(node.item.choices.bundle_options).flatMap(({ option_id, option_selections }) => {
    const option = options.find(({ id }) => id === option_id);
    if (!option) return [];
    const own = option_selections.flatMap((id) => {
      const component = node.components.find(({ item }) => item.selection_id === id);
      if (!component) return [];
      const quantity = component.item.qty;
      const found = prices.get(component.item.item_id);
      const price = (found?.price.toNumber() ?? 0) * rate;
      const label = String(component.product.values.name ?? component.product.product.sku);
      const money = (amount: Decimal | undefined) => ({
        value: amount?.times(rate).toDecimalPlaces(2).toNumber() ?? 0,
        currency: displayed,
      });
      const amounts = { price, priceV2: money(found?.price), original_price: money(found?.original) };
      return [{ id, label, ...amounts, quantity, uid: uidOf(`bundle/${option_id}/${id}/${quantity}`) }];
    });
    const label = titleOf(option, node.product.product.store_id) ?? '';
    return [{ id: option_id, label, type: option.type, uid: uidOf(`bundle/${option_id}`), values: own }];
  });
}

const cartItem = objectType(
  'BundleCartItem',
  (t) => ({
    bundle_options: t.field('[SelectedBundleOption]!', chosenOf),
    customizable_options: t.field('[SelectedCustomizableOption]!', (source, _, call) =>
      call.services.quote.customizableOptions(source),
    ),
  }),
  ['CartItemInterface'],
);

const wish = objectType(
  'BundleWishlistItem',
  (t) => ({ bundle_options: t.field('[SelectedBundleOption]', ({ chosen }) => chosenOf(chosen)) }),
  ['WishlistItemInterface'],
);

const cartMutations = mutations((t) => ({
  addBundleProductsToCart: t.field(
    'AddBundleProductsToCartOutput',
    { input: 'AddBundleProductsToCartInput' },
    (_, { input }, call) => {
      const { quote } = call.services;
      const products = (input?.cart_items ?? []).flatMap((one) => {
        if (!one) return [];
        const bundle_options = one.bundle_options.flatMap((option) =>
          option
            ? [{ option_id: option.id, option_qty: option.quantity, option_selections: option.value.map(Number) }]
            : [],
        );
        const options = { ...quote.customOptionsOf(one.customizable_options), bundle_options };
        return [{ ...quote.toAdd(one.data), options }];
      });
      return quote.addAll(call, input?.cart_id ?? '', products);
    },
  ),
}));

/** Bundles on pages and in carts. */
export const bundleGraphql = [
  enums,
  values,
  inputs,
  bundlePage,
  bundleOption,
  bundleSelection,
  cartItem,
  wish,
  cartMutations,
];
