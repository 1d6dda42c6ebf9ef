import type { Call } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { isOneOf } from '../../kernel/narrow.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { isAtLeast } from '../../kernel/release.ts';
import {
  deprecated,
  enumTypes,
  inputTypes,
  interfaceType,
  objectType,
  sharedQueries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLTypes,
  type InputTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { eavErrors } from './errors.ts';
import type { ShownAttribute, ShownEntities, ShownEntity } from './extensions.ts';
import type { Attribute, EntityCode, SourceOption } from './metadata-types.ts';

/** Entities of the platform; those of other modules are contributed. */
const ownEntities: readonly ShownEntity[] = [
  { name: 'CATALOG_PRODUCT', code: 'catalog_product', metadataType: 'CatalogAttributeMetadata', hasForms: false },
  { name: 'CATALOG_CATEGORY', code: 'catalog_category', metadataType: 'CatalogAttributeMetadata', hasForms: false },
  { name: 'CUSTOMER', code: 'customer', metadataType: 'CustomerAttributeMetadata', hasForms: true },
  { name: 'CUSTOMER_ADDRESS', code: 'customer_address', metadataType: 'CustomerAttributeMetadata', hasForms: true },
];

/** Modules add values to it with their entities. */
const entityEnum = enumTypes({ AttributeEntityTypeEnum: ownEntities.map(({ name }) => name) });
const enums = enumTypes({
  AttributeFrontendInputEnum: [
    'BOOLEAN',
    'DATE',
    'DATETIME',
    'FILE',
    'GALLERY',
    'HIDDEN',
    'IMAGE',
    'MEDIA_IMAGE',
    'MULTILINE',
    'MULTISELECT',
    'PRICE',
    'SELECT',
    'TEXT',
    'TEXTAREA',
    'WEIGHT',
    'UNDEFINED',
  ],
  AttributeMetadataErrorType: ['ENTITY_NOT_FOUND', 'ATTRIBUTE_NOT_FOUND', 'FILTER_NOT_FOUND', 'UNDEFINED'],
  UseInLayeredNavigationOptions: ['NO', 'FILTERABLE_WITH_RESULTS', 'FILTERABLE_NO_RESULT'],
});

const old = 'Use `attributesList` or `attributesForm`.';
const values = valueTypes({
  Attribute: {
    attribute_code: 'String',
    attribute_options: '[AttributeOption]',
    attribute_type: 'String',
    entity_type: 'String',
    input_type: 'String',
    storefront_properties: 'StorefrontProperties',
  },
  AttributeMetadataError: { message: 'String!', type: 'AttributeMetadataErrorType!' },
  AttributeOption: { label: 'String', value: 'String' },
  AttributesFormOutput: {
    errors: '[AttributeMetadataError]!',
    items: '[CustomAttributeMetadataInterface]!',
  },
  AttributesMetadataOutput: {
    errors: '[AttributeMetadataError]!',
    items: '[CustomAttributeMetadataInterface]!',
  },
  CustomAttributeMetadata: { items: '[Attribute]' },
  StorefrontProperties: {
    position: 'Int',
    use_in_layered_navigation: 'UseInLayeredNavigationOptions',
    use_in_product_listing: 'Boolean',
    use_in_search_results_layered_navigation: 'Boolean',
    visible_on_catalog_pages: 'Boolean',
  },
});

/** Marks by which lists of attributes are narrowed, with the field of the attribute. */
const marks = {
  is_comparable: 'isComparable',
  is_filterable_in_search: 'isFilterableInSearch',
  is_html_allowed_on_front: 'isHtmlAllowedOnFront',
  is_searchable: 'isSearchable',
  is_used_for_promo_rules: 'isUsedForPromoRules',
  is_visible_in_advanced_search: 'isVisibleInAdvancedSearch',
  is_visible_on_front: 'isVisibleOnFront',
  is_wysiwyg_enabled: 'isWysiwygEnabled',
  used_in_product_listing: 'usedInProductListing',
} as const;

const inputs = inputTypes({
  AttributeFilterInput: {
    is_comparable: 'Boolean',
    is_filterable: 'Boolean',
    is_filterable_in_search: 'Boolean',
    is_html_allowed_on_front: 'Boolean',
    is_searchable: 'Boolean',
    is_used_for_price_rules: 'Boolean',
    is_used_for_promo_rules: 'Boolean',
    is_visible_in_advanced_search: 'Boolean',
    is_visible_on_front: 'Boolean',
    is_wysiwyg_enabled: 'Boolean',
    used_in_product_listing: 'Boolean',
  },
  AttributeInput: { attribute_code: 'String', entity_type: 'String' },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    AttributeEntityTypeEnum: keyof ShownEntities;
    AttributeMetadata: ShownAttribute;
    AttributeOptionMetadata: ShownOption;
    CustomAttributeMetadataInterface: ShownAttribute;
    CustomAttributeOptionInterface: ShownOption;
  }
}

/** An option of an attribute. */
interface ShownOption {
  readonly label: string;
  readonly value: string;
  readonly is_default: boolean;
}

const isInputName = isOneOf(enums.types.AttributeFrontendInputEnum);

/** Every entity whose attributes storefronts read. */
function shownEntities({ contributions, platform }: Call): readonly ShownEntity[] {
  const added = contributions.shownEntities.filter(({ release }) => !release || isAtLeast(platform.release, release));
  return [...ownEntities, ...added];
}

/** The entity of an attribute that storefronts read. */
function entityOf(call: Call, { attribute }: ShownAttribute): ShownEntity {
  return firstOf(shownEntities(call).filter(({ code }) => code === attribute.entity));
}

/** Reads the options of attributes; returns a function that gives those of one. */
async function optionReader(
  call: Call,
  attributes: readonly Attribute[],
): Promise<(attribute: Attribute) => readonly SourceOption[]> {
  const found = await call.services.eav.choices(call, attributes, call.scope.storeId);
  return ({ id }) => (found.get(id) ?? []).filter((one) => one.value !== '' && one.value !== undefined);
}

const metadataInterface = interfaceType(
  'CustomAttributeMetadataInterface',
  (t) => ({
    code: t.field('ID!', ({ attribute }) => attribute.code),
    default_value: t.field('String', ({ attribute }) => attribute.defaultValue),
    entity_type: t.field('AttributeEntityTypeEnum!', (source, _, call) => entityOf(call, source).name),
    frontend_class: t.field('String', ({ attribute }) => attribute.frontendClass),
    frontend_input: t.field('AttributeFrontendInputEnum', ({ attribute }) => {
      const name = (attribute.frontendInput ?? '').toUpperCase();
      return isInputName(name) ? name : 'UNDEFINED';
    }),
    is_required: t.field('Boolean!', ({ isRequired }) => isRequired),
    is_unique: t.field('Boolean!', ({ attribute }) => attribute.isUnique),
    label: t.field('String', ({ attribute }, _, call) => attribute.labels.get(call.scope.storeId) ?? attribute.label),
    options: t.batch('[CustomAttributeOptionInterface]!', async (sources, _, call) => {
      const optionsOf = await optionReader(
        call,
        sources.map(({ attribute }) => attribute),
      );
      return sources.map(({ attribute }) =>
        optionsOf(attribute).map(({ label, value }) => ({
          label: String(label ?? ''),
          value: String(value),
          is_default: String(value) === attribute.defaultValue,
        })),
      );
    }),
  }),
  (source, call) => entityOf(call, source).metadataType,
);
const metadata = objectType('AttributeMetadata', () => ({}), ['CustomAttributeMetadataInterface']);
const optionInterface = interfaceType(
  'CustomAttributeOptionInterface',
  () => ({ is_default: 'Boolean!', label: 'String!', value: 'String!' }),
  () => 'AttributeOptionMetadata',
);
const option = objectType('AttributeOptionMetadata', () => ({}), ['CustomAttributeOptionInterface']);

/** Whether storefronts see an attribute: internal ones of the platform are hidden. */
function isTold(attribute: Attribute): boolean {
  return attribute.isUserDefined || attribute.isVisible || attribute.entity.startsWith('customer');
}

/** Whether an attribute matches a filter. */
export function matchesFilter(
  { contributions }: Call,
  attribute: Attribute,
  filters: GraphQLTypes['AttributeFilterInput'] | null | undefined,
): boolean {
  if (!filters) return true;
  for (const mark of keysOf(marks)) {
    const filter = filters[mark];
    if (filter != null && attribute[marks[mark]] !== filter) return false;
  }
  if (filters.is_filterable != null && attribute.isFilterable > 0 !== filters.is_filterable) return false;
  const added = new Map(Object.entries(filters));
  for (const { field, hasMark } of contributions.attributeFilters) {
    const filter = added.get(field);
    if (filter != null && hasMark(attribute) !== filter) return false;
  }
  return filters.is_used_for_price_rules !== true;
}

/** The attributes that match a page's filters, such as comparable attributes of products. */
async function listed(
  call: Call,
  entities: readonly EntityCode[],
  filters: GraphQLTypes['AttributeFilterInput'] | null | undefined,
): Promise<ShownAttribute[]> {
  const loaded = await Promise.all(entities.map((entity) => call.services.eav.entity(call, entity)));
  return loaded
    .flatMap(({ byId }) => Array.from(byId.values()))
    .filter((attribute) => isTold(attribute) && matchesFilter(call, attribute, filters))
    .map((attribute) => ({ attribute, isRequired: attribute.isRequired }));
}

/** Attributes by entity and code, with an error for each unknown one. */
async function named(call: Call, inputs: readonly (GraphQLTypes['AttributeInput'] | null | undefined)[]) {
  const items: ShownAttribute[] = [];
  const errors: GraphQLTypes['AttributeMetadataError'][] = [];
  for (const one of inputs) {
    const { attribute_code: code, entity_type: type } = one ?? {};
    if (!code || !type)
      throw eavErrors.attributeInput([`attribute_code: "${code ?? ''}", entity_type: "${type ?? ''}"`]);
    const entity = shownEntities(call).find((known) => known.code === type.toLowerCase())?.code;
    const found = entity && (await call.services.eav.entity(call, entity)).byCode.get(code);
    if (found) items.push({ attribute: found, isRequired: found.isRequired });
    else {
      const message = entity ? `Attribute code "${code}" could not be found.` : `Entity "${type}" could not be found.`;
      errors.push({ message, type: entity ? 'ATTRIBUTE_NOT_FOUND' : 'ENTITY_NOT_FOUND' });
    }
  }
  return { items, errors };
}

/** An attribute as the older query shows it. */
async function oldAttribute(call: Call, { attribute }: ShownAttribute): Promise<GraphQLTypes['Attribute']> {
  const optionsOf = await optionReader(call, [attribute]);
  const filterable = ['NO', 'FILTERABLE_WITH_RESULTS', 'FILTERABLE_NO_RESULT'] as const;
  return {
    attribute_code: attribute.code,
    attribute_options: optionsOf(attribute).map(({ label, value }) => ({
      label: String(label ?? ''),
      value: String(value),
    })),
    attribute_type: attribute.backendType === 'static' ? 'String' : scalarOf(attribute),
    entity_type: attribute.entity,
    input_type: attribute.frontendInput,
    storefront_properties: {
      position: attribute.position,
      use_in_layered_navigation: filterable[attribute.isFilterable] ?? 'NO',
      use_in_product_listing: attribute.usedInProductListing,
      use_in_search_results_layered_navigation: attribute.isFilterableInSearch,
      visible_on_catalog_pages: attribute.isVisibleOnFront,
    },
  };
}

function scalarOf({ backendType }: Attribute): string {
  if (backendType === 'int') return 'Int';
  return backendType === 'decimal' ? 'Float' : 'String';
}

const metadataQueries = sharedQueries(
  (t) => ({
    attributesForm: t.field('AttributesFormOutput!', { formCode: 'String!' }, async (_, { formCode }, call) => {
      const items: ShownAttribute[] = [];
      for (const { code } of shownEntities(call).filter(({ hasForms }) => hasForms)) {
        const { byId } = await call.services.eav.entity(call, code);
        const inForm = [...byId.values()].filter(({ forms }) => forms.includes(formCode));
        inForm.sort((a, b) => a.sortOrder - b.sortOrder || a.id - b.id);
        for (const attribute of inForm) {
          const rule = call.contributions.formRules.map((tell) => tell(call, attribute))[0];
          if (rule?.visible ?? attribute.isVisible) {
            items.push({ attribute, isRequired: rule?.required ?? attribute.isRequired });
          }
        }
      }
      if (items.length > 0) return { items, errors: [] };
      const message = `Form "${formCode}" could not be found.`;
      return { items, errors: [{ message, type: 'ENTITY_NOT_FOUND' as const }] };
    }),
    attributesList: t.field(
      'AttributesMetadataOutput',
      { entityType: 'AttributeEntityTypeEnum!', filters: 'AttributeFilterInput' },
      async (_, { entityType, filters }, call) => ({
        items: await listed(
          call,
          shownEntities(call).flatMap(({ name, code }) => (name === entityType ? [code] : [])),
          filters,
        ),
        errors: [],
      }),
    ),
    customAttributeMetadata: deprecated(
      old,
      t.field('CustomAttributeMetadata', { attributes: '[AttributeInput!]!' }, async (_, { attributes }, call) => {
        const { items, errors } = await named(call, attributes);
        if (errors[0]) throw eavErrors.attributeUntold([String(errors[0].message)]);
        return { items: await Promise.all(items.map((one) => oldAttribute(call, one))) };
      }),
    ),
    customAttributeMetadataV2: t.field(
      'AttributesMetadataOutput!',
      { attributes: '[AttributeInput!]' },
      (_, { attributes }, call) => named(call, attributes ?? []),
    ),
  }),
  [],
);

/** Metadata of attributes. */
export const attributeMetadataDeclarations = [
  entityEnum,
  enums,
  values,
  inputs,
  metadataInterface,
  metadata,
  optionInterface,
  option,
  metadataQueries,
];
