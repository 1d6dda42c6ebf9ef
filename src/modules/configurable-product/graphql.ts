import type { Call } from '../../kernel/call.ts';
import {
  deprecated,
  inputTypes,
  interfaceType,
  objectType,
  valueTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { loader } from '../../kernel/loader.ts';
import { keyOf, uidOf } from '../../kernel/uids.ts';
import type { ProductSource } from '../catalog/graphql/types.ts';
import type { Attribute, ListedOption } from '../eav/service.ts';
import type { CartItemSource } from '../quote/graphql/types.ts';
import type { WishSource } from '../wishlist/types.ts';
import { configurableCartGraphql } from './graphql-cart.ts';
import { optionLists } from './option-lists.ts';
import type { VariantOption } from './present.ts';

/** An option of a configurable product, with the attribute that it is of. */
interface OptionSource {
  readonly option: VariantOption;
  readonly attribute: Attribute | undefined;
}

/** A value that variants have of an option. */
interface ValueSource extends OptionSource {
  readonly value: number;
  /** Whether a variant has this value and the values chosen so far. */
  readonly isAvailable?: boolean;
}

/** A variant with the values that it has. */
interface VariantSource {
  readonly product: ProductSource;
  readonly values: readonly ValueSource[];
  /** Whether it can be bought; other variants are visible only where the shop shows products that are out of stock. */
  readonly isSold: boolean;
}

/** The options and variants that match the values chosen so far. */
interface SelectionSource {
  readonly options: readonly OptionSource[];
  readonly variants: readonly VariantSource[];
  readonly chosen: ReadonlySet<string>;
}

const values = valueTypes({
  AddConfigurableProductsToCartOutput: { cart: 'Cart!' },
  ConfigurableAttributeOption: { code: 'String', label: 'String', uid: 'ID!', value_index: 'Int' },
  ConfigurableOptionAvailableForSelection: { attribute_code: 'String!', option_value_uids: '[ID]!' },
  SelectedConfigurableOption: {
    configurable_product_option_uid: 'ID!',
    configurable_product_option_value_uid: 'ID!',
    id: { type: 'Int!', deprecated: 'Use `configurable_product_option_uid`.' },
    option_label: 'String!',
    value_id: { type: 'Int!', deprecated: 'Use `configurable_product_option_value_uid`.' },
    value_label: 'String!',
  },
});

const inputs = inputTypes({
  AddConfigurableProductsToCartInput: { cart_id: 'String!', cart_items: '[ConfigurableProductCartItemInput]!' },
  ConfigurableProductCartItemInput: {
    customizable_options: '[CustomizableOptionInput]',
    data: 'CartItemInput!',
    parent_sku: 'String',
    variant_sku: 'String',
  },
});

/** A value's swatch. */
interface SwatchSource {
  readonly kind: 'TextSwatchData' | 'ColorSwatchData' | 'ImageSwatchData';
  readonly value: string | null;
  readonly thumbnail?: string;
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    ColorSwatchData: SwatchSource;
    ConfigurableCartItem: CartItemSource;
    ConfigurableProduct: ProductSource;
    ConfigurableProductOption: SelectionOption;
    ConfigurableProductOptionValue: ValueSource;
    ConfigurableProductOptions: OptionSource;
    ConfigurableProductOptionsSelection: SelectionSource;
    ConfigurableProductOptionsValues: ValueSource;
    ConfigurableVariant: VariantSource;
    ConfigurableWishlistItem: WishSource;
    ImageSwatchData: SwatchSource;
    SwatchDataInterface: SwatchSource;
    TextSwatchData: SwatchSource;
  }
}

interface SelectionOption extends OptionSource {
  readonly values: readonly ValueSource[];
}

/** The uid of a value, by which carts take it. */
export const valueUid = ({ option, value }: ValueSource): string =>
  uidOf(`configurable/${option.attribute_id}/${value}`);
/** The code of an option's attribute. */
export const codeOf = ({ attribute }: OptionSource): string => attribute?.code ?? '';
/** The product's own label of its option. */
const labelOf = ({ option, attribute }: OptionSource): string => option.label ?? attribute?.label ?? '';
/** The label of the attribute in the store view. Recorded behaviour: that of the product's option does not count. */
export const attributeLabel = (source: OptionSource, _: unknown, call: Call): string =>
  source.attribute?.labels.get(call.scope.storeId) ?? source.attribute?.label ?? labelOf(source);

async function listedOption(call: Call, { option, value }: ValueSource): Promise<ListedOption | undefined> {
  return (await optionLists(call, option.attribute_id)).get(String(value));
}

async function valueLabel(call: Call, source: ValueSource): Promise<string> {
  return (await listedOption(call, source))?.label ?? String(source.value);
}

async function swatchOf(call: Call, source: ValueSource): Promise<SwatchSource | null> {
  const listed = await listedOption(call, source);
  if (!listed?.swatch) return null;
  const { type, value } = listed.swatch;
  if (type === 1) return { kind: 'ColorSwatchData', value };
  if (type !== 2) return { kind: 'TextSwatchData', value: value || listed.label };
  const url = `${call.services.store.mediaUrl(call)}attribute/swatch${value ?? ''}`;
  return { kind: 'ImageSwatchData', value: url, thumbnail: url };
}

/** The options of a configurable product, with their attributes. */
export async function optionsOf(call: Call, source: ProductSource): Promise<OptionSource[]> {
  const { configuration } = (await call.services.storefront.added(call, source, 'configuration')).extensions;
  const { byId } = await call.services.eav.entity(call, 'catalog_product');
  return (configuration?.options ?? []).map((option) => ({ option, attribute: byId.get(option.attribute_id) }));
}

/** The variants of a configurable product that the store view shows. Requests of the same tick are read together. */
export const variantLists = loader<ProductSource, VariantSource[]>(async (sources, call) => {
  const { storefront } = call.services;
  const all = await Promise.all(
    sources.map(async (source) => ({
      options: await optionsOf(call, source),
      children: (await storefront.added(call, source, 'configuration')).extensions.configuration?.children ?? [],
      components: (await storefront.components(call, source)).byId,
    })),
  );
  const ids = all.flatMap(({ children, components }) => children.filter((id) => components.has(id)));
  const products = await storefront.products(call, [...new Set(ids)]);
  return all.map(({ options, children, components }) =>
    children.flatMap((id) => {
      const product = products.get(id);
      const component = components.get(id);
      if (!product || !component) return [];
      const own = options.map((one) => ({ ...one, value: Number(product.values[codeOf(one)]) }));
      return [{ product, values: own, isSold: component.isSold }];
    }),
  );
});

const configurable = objectType(
  'ConfigurableProduct',
  (t) => ({
    configurable_options: t.field('[ConfigurableProductOptions]', (source, _, call) => optionsOf(call, source)),
    configurable_product_options_selection: t.field(
      'ConfigurableProductOptionsSelection',
      { configurableOptionValueUids: '[ID!]' },
      async (source, { configurableOptionValueUids: uids }, call) => ({
        options: await optionsOf(call, source),
        variants: (await variantLists(call, source)).filter(({ isSold }) => isSold),
        chosen: new Set(uids ?? []),
      }),
    ),
    variants: t.field('[ConfigurableVariant]', (source, _, call) => variantLists(call, source)),
  }),
  ['ProductInterface', 'RoutableInterface', 'PhysicalProductInterface', 'CustomizableProductInterface'],
);

const variant = objectType('ConfigurableVariant', (t) => ({
  attributes: t.field('[ConfigurableAttributeOption]', ({ values: own }, _, call) =>
    Promise.all(
      own.map(async (one) => ({
        code: codeOf(one),
        label: await valueLabel(call, one),
        uid: valueUid(one),
        value_index: one.value,
      })),
    ),
  ),
  product: t.field('SimpleProduct', ({ product }) => product),
}));

const old = 'Use `uid`.';
const productOptions = objectType('ConfigurableProductOptions', (t) => ({
  attribute_code: t.field('String', codeOf),
  attribute_id: deprecated(
    'Use `attribute_uid`.',
    t.field('String', ({ option }) => String(option.attribute_id)),
  ),
  attribute_id_v2: deprecated(
    'Use `attribute_uid`.',
    t.field('Int', ({ option }) => option.attribute_id),
  ),
  attribute_uid: t.field('ID!', ({ option }) => uidOf(option.attribute_id)),
  id: deprecated(
    old,
    t.field('Int', ({ option }) => option.id),
  ),
  label: t.field('String', attributeLabel),
  position: t.field('Int', ({ option }) => option.position),
  product_id: deprecated(
    'It is that of the product.',
    t.field('Int', ({ option }) => option.product_id),
  ),
  uid: t.field('ID!', ({ option }) => uidOf(`configurable/${option.product_id}/${option.attribute_id}`)),
  use_default: t.field('Boolean', () => false),
  values: t.field('[ConfigurableProductOptionsValues]', (source) =>
    source.option.values.map((value) => ({ ...source, value })),
  ),
}));

const optionValues = objectType('ConfigurableProductOptionsValues', (t) => ({
  default_label: t.field('String', async (source, _, call) => (await listedOption(call, source))?.adminLabel),
  label: t.field('String', (source, _, call) => valueLabel(call, source)),
  store_label: t.field('String', (source, _, call) => valueLabel(call, source)),
  swatch_data: t.field('SwatchDataInterface', (source, _, call) => swatchOf(call, source)),
  uid: t.field('ID', valueUid),
  use_default_value: t.field('Boolean', () => true),
  value_index: deprecated(
    old,
    t.field('Int', ({ value }) => value),
  ),
}));

/** The variants that have all the values chosen. */
function fitting({ variants, chosen }: SelectionSource): VariantSource[] {
  return variants.filter(({ values: own }) => {
    const uids = new Set(own.map(valueUid));
    return [...chosen].every((uid) => uids.has(uid));
  });
}

/** The values that are left to choose, by option. */
function leftOf(source: SelectionSource): Map<number, Set<number>> {
  const left = new Map<number, Set<number>>();
  for (const { values: own } of fitting(source)) {
    for (const { option, value } of own) left.set(option.id, (left.get(option.id) ?? new Set()).add(value));
  }
  return left;
}

/** The options of which no value is chosen. */
function openOptions({ options, chosen }: SelectionSource): OptionSource[] {
  const attributeIds = new Set([...chosen].map((uid) => keyOf(uid).split('/')[1]));
  return options.filter(({ option }) => !attributeIds.has(String(option.attribute_id)));
}

const selection = objectType('ConfigurableProductOptionsSelection', (t) => ({
  configurable_options: t.field('[ConfigurableProductOption]', (source) => {
    const left = leftOf(source);
    return openOptions(source).map(({ option, attribute }) => ({
      option,
      attribute,
      values: option.values.map((value) => ({
        option,
        attribute,
        value,
        isAvailable: left.get(option.id)?.has(value) ?? false,
      })),
    }));
  }),
  media_gallery: t.field('[MediaGalleryInterface]', async (source, _, call) => {
    const [only, ...more] = fitting(source);
    return only && more.length === 0 ? call.services.storefront.media(call, only.product) : [];
  }),
  options_available_for_selection: t.field('[ConfigurableOptionAvailableForSelection]', (source) => {
    const left = leftOf(source);
    return openOptions(source).map((one) => ({
      attribute_code: codeOf(one),
      option_value_uids: one.option.values
        .filter((value) => left.get(one.option.id)?.has(value))
        .map((value) => valueUid({ ...one, value })),
    }));
  }),
  variant: t.field('SimpleProduct', (source) => {
    const [only, ...more] = fitting(source);
    return only && more.length === 0 ? only.product : null;
  }),
}));

const selectionOption = objectType('ConfigurableProductOption', (t) => ({
  attribute_code: t.field('String!', codeOf),
  label: t.field('String!', labelOf),
  uid: t.field('ID!', ({ option }) => uidOf(option.attribute_id)),
  values: '[ConfigurableProductOptionValue]',
}));

const selectionValue = objectType('ConfigurableProductOptionValue', (t) => ({
  is_available: t.field('Boolean!', ({ isAvailable = false }) => isAvailable),
  is_use_default: t.field('Boolean!', () => false),
  label: t.field('String!', (source, _, call) => valueLabel(call, source)),
  swatch: t.field('SwatchDataInterface', (source, _, call) => swatchOf(call, source)),
  uid: t.field('ID!', valueUid),
}));

const swatchInterface = interfaceType(
  'SwatchDataInterface',
  () => ({ value: 'String' }),
  ({ kind }) => kind,
);
const swatches = [
  objectType('ColorSwatchData', () => ({}), ['SwatchDataInterface']),
  objectType('ImageSwatchData', () => ({ thumbnail: 'String' }), ['SwatchDataInterface']),
  objectType('TextSwatchData', () => ({}), ['SwatchDataInterface']),
];

/** Configurable products on pages and in carts. */
export const configurableGraphql = [
  values,
  inputs,
  configurable,
  variant,
  productOptions,
  optionValues,
  selection,
  selectionOption,
  selectionValue,
  swatchInterface,
  ...swatches,
  ...configurableCartGraphql,
];
