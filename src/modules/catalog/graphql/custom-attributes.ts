import type { Call } from '../../../kernel/call.ts';
import { isOneOf } from '../../../kernel/narrow.ts';
import {
  enumTypes,
  extendType,
  interfaceType,
  objectType,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type ValueTypesOf,
} from '../../../kernel/graphql.ts';
import type { Attribute } from '../../eav/service.ts';
import { hiddenAttributes, isShopAttribute } from './attribute-fields.ts';
import type { ProductSource } from './types.ts';

/**
 * `ProductInterface.custom_attributes`: the attributes of a shop with their metadata, as storefronts ask for them that were written
 * for the reference's package of PWA extensions.
 */

const enums = enumTypes({
  CustomAttributesListsEnum: [
    'PRODUCT_DETAILS_PAGE',
    'PRODUCTS_LISTING',
    'PRODUCTS_COMPARE',
    'PRODUCT_SORT',
    'PRODUCT_FILTER',
    'PRODUCT_SEARCH_RESULTS_FILTER',
    'ADVANCED_CATALOG_SEARCH',
  ],
  ObjectDataTypeEnum: ['STRING', 'FLOAT', 'INT', 'BOOLEAN', 'COMPLEX'],
  UiInputTypeEnum: [
    'BOOLEAN',
    'DATE',
    'DATETIME',
    'GALLERY',
    'IMAGE',
    'MEDIA_IMAGE',
    'MULTISELECT',
    'PRICE',
    'SELECT',
    'TEXT',
    'TEXTAREA',
    'WEIGHT',
  ],
});
const values = valueTypes({
  EnteredAttributeValue: { value: 'String' },
  ProductCustomAttributes: { errors: '[AttributeMetadataError]!', items: '[AttributeValueInterface]!' },
  SelectedAttributeOption: { attribute_option: '[AttributeOptionInterface]' },
  StoreLabels: { label: 'String', store_code: 'String' },
});

/** An option that a product has. */
interface ChosenOption {
  readonly uid: string;
  readonly label: string;
  readonly is_default: boolean;
}

interface CustomAttributeSource {
  readonly attribute: Attribute;
  readonly entered: string | undefined;
  readonly chosen: readonly ChosenOption[] | undefined;
}

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    AttributeMetadataInterface: Attribute;
    AttributeOptionInterface: ChosenOption;
    CustomAttribute: CustomAttributeSource;
    ProductAttributeMetadata: Attribute;
    ProductAttributeOption: ChosenOption;
    UiInputType: Attribute;
    UiInputTypeInterface: Attribute;
  }
}

const dataTypes = {
  varchar: 'STRING',
  text: 'STRING',
  datetime: 'STRING',
  static: 'STRING',
  decimal: 'FLOAT',
  int: 'INT',
} as const;

/** How the value of an attribute is to be read: of options their labels, which are texts. */
function dataTypeOf({ backendType, frontendInput }: Attribute): GraphQLTypes['ObjectDataTypeEnum'] {
  if (frontendInput === 'boolean') return 'BOOLEAN';
  if (frontendInput === 'select') return 'STRING';
  return frontendInput === 'multiselect' ? 'COMPLEX' : dataTypes[backendType];
}

const uses: readonly [GraphQLTypes['CustomAttributesListsEnum'], (attribute: Attribute) => boolean][] = [
  ['PRODUCT_DETAILS_PAGE', ({ isVisibleOnFront }) => isVisibleOnFront],
  ['PRODUCTS_LISTING', ({ usedInProductListing }) => usedInProductListing],
  ['PRODUCTS_COMPARE', ({ isComparable }) => isComparable],
  ['PRODUCT_SORT', ({ usedForSortBy }) => usedForSortBy],
  ['PRODUCT_FILTER', ({ isFilterable }) => isFilterable > 0],
  ['PRODUCT_SEARCH_RESULTS_FILTER', ({ isFilterableInSearch }) => isFilterableInSearch],
  ['ADVANCED_CATALOG_SEARCH', ({ isVisibleInAdvancedSearch }) => isVisibleInAdvancedSearch],
];

const isInputName = isOneOf(enums.types.UiInputTypeEnum);

const metadataInterface = interfaceType(
  'AttributeMetadataInterface',
  (t) => ({
    attribute_labels: t.field('[StoreLabels]', ({ labels }, _, { services: { store } }) =>
      [...labels].map(([id, label]) => ({ label, store_code: store.view(id)?.code })),
    ),
    code: 'String',
    data_type: t.field('ObjectDataTypeEnum', dataTypeOf),
    entity_type: t.field('AttributeEntityTypeEnum', () => 'CATALOG_PRODUCT'),
    is_system: t.field('Boolean', ({ isUserDefined }) => !isUserDefined),
    label: t.field('String', ({ label, labels }, _, { scope }) => labels.get(scope.storeId) ?? label),
    sort_order: t.field('Int', ({ position }) => position),
    ui_input: t.field('UiInputTypeInterface', (attribute) => attribute),
    uid: t.field('ID', ({ entity, code }) => btoa(`${entity}/${code}`)),
  }),
  () => 'ProductAttributeMetadata',
);
const metadata = objectType(
  'ProductAttributeMetadata',
  (t) => ({
    used_in_components: t.field('[CustomAttributesListsEnum!]', (attribute) =>
      uses.flatMap(([name, isUsed]) => (isUsed(attribute) ? [name] : [])),
    ),
  }),
  ['AttributeMetadataInterface'],
);
const inputInterface = interfaceType(
  'UiInputTypeInterface',
  (t) => ({
    is_html_allowed: t.field('Boolean', ({ isHtmlAllowedOnFront }) => isHtmlAllowedOnFront),
    ui_input_type: t.field('UiInputTypeEnum', ({ frontendInput }) => {
      const name = (frontendInput ?? 'text').toUpperCase();
      return isInputName(name) ? name : 'TEXT';
    }),
  }),
  () => 'UiInputType',
);
const input = objectType('UiInputType', () => ({}), ['UiInputTypeInterface']);
const optionInterface = interfaceType(
  'AttributeOptionInterface',
  () => ({ is_default: 'Boolean', label: 'String', uid: 'ID!' }),
  () => 'ProductAttributeOption',
);
const option = objectType('ProductAttributeOption', () => ({}), ['AttributeOptionInterface']);

const customAttribute = objectType('CustomAttribute', (t) => ({
  attribute_metadata: t.field('AttributeMetadataInterface', ({ attribute }) => attribute),
  entered_attribute_value: t.field('EnteredAttributeValue', ({ entered }) =>
    entered === undefined ? null : { value: entered },
  ),
  selected_attribute_options: t.field('SelectedAttributeOption', ({ chosen }) =>
    chosen ? { attribute_option: chosen } : null,
  ),
}));

/** The attributes of its set for which a product has a value, except those hidden from storefronts. */
function valuedAttributes(call: Call, { product, values: stored }: ProductSource): Attribute[] {
  return [...call.services.eav.current('catalog_product').inSet(product.attribute_set_id).values()].filter(
    ({ code }) => !hiddenAttributes.has(code) && Object.hasOwn(stored, code) && stored[code] !== '',
  );
}

/** Whether storefronts see a value that products have of an attribute, be it the platform's own or one of the shop. */
function hasShownValues({ isUserDefined, isVisible, backendType }: Attribute): boolean {
  return isUserDefined || (isVisible && backendType !== 'static');
}

/** The value of an attribute: chosen options, or a text. Yes and no are texts, and decimals have six digits, as the reference has them. */
async function attributeValue(call: Call, attribute: Attribute, stored: string | number) {
  const { code, frontendInput, backendType } = attribute;
  if (frontendInput === 'boolean') return { code, value: String(stored) };
  if (backendType === 'decimal') return { code, value: Number(stored).toFixed(6) };
  return call.services.eav.shownValue(call, attribute, stored);
}

/** An attribute without a value here, as in the reference: the amounts are in `price_tiers`. */
const TIERS = 'tier_price';

const ofProducts = extendType('ProductInterface', (t) => ({
  custom_attributes: t.field('[CustomAttribute]', (source, _, call) => {
    const { eav } = call.services;
    const { values: stored } = source;
    const own = valuedAttributes(call, source).filter(isShopAttribute);
    return Promise.all(
      own.map(async (attribute): Promise<CustomAttributeSource> => {
        const { value, options } = await eav.shownValue(call, attribute, stored[attribute.code]);
        const initial = attribute.defaultValue?.split(',') ?? [];
        const chosen = options?.map(({ label, value: id }) => ({
          uid: btoa(`${attribute.entity}/${attribute.code}/${id}`),
          label,
          is_default: initial.includes(id),
        }));
        return { attribute, entered: options ? undefined : value, chosen };
      }),
    );
  }),
  custom_attributesV2: t.field(
    'ProductCustomAttributes',
    { filters: 'AttributeFilterInput' },
    async (source, { filters }, call) => {
      const { eav } = call.services;
      const items: ReturnType<typeof attributeValue>[] = [];
      for (const attribute of valuedAttributes(call, source)) {
        const stored = source.values[attribute.code];
        if (stored === undefined || !hasShownValues(attribute) || !eav.matchesFilter(call, attribute, filters))
          continue;
        items.push(attributeValue(call, attribute, stored));
      }
      const tiers = eav.current('catalog_product').inSet(source.product.attribute_set_id).get(TIERS);
      if (tiers && eav.matchesFilter(call, tiers, filters)) items.push(Promise.resolve({ code: TIERS, value: '' }));
      return { errors: [], items: await Promise.all(items) };
    },
  ),
}));

/** The attributes that a shop has given its products, on product pages. */
export const customAttributeDeclarations = [
  enums,
  values,
  metadataInterface,
  metadata,
  inputInterface,
  input,
  optionInterface,
  option,
  customAttribute,
  ofProducts,
];
