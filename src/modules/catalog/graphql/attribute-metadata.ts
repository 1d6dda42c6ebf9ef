import { isOneOf } from '../../../kernel/narrow.ts';
import { enumTypes, objectType, type EnumTypesOf } from '../../../kernel/graphql.ts';

const enums = enumTypes({
  CatalogAttributeApplyToEnum: ['SIMPLE', 'VIRTUAL', 'BUNDLE', 'DOWNLOADABLE', 'CONFIGURABLE', 'GROUPED', 'CATEGORY'],
  SwatchInputTypeEnum: [
    'BOOLEAN',
    'DATE',
    'DATETIME',
    'DROPDOWN',
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
    'UNDEFINED',
    'VISUAL',
    'WEIGHT',
  ],
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums> {
    CatalogAttributeMetadata: GraphQLTypes['CustomAttributeMetadataInterface'];
  }
}

const isTypeName = isOneOf(enums.types.CatalogAttributeApplyToEnum);
const isInputName = isOneOf(enums.types.SwatchInputTypeEnum);

type Mark =
  | 'isComparable'
  | 'isFilterableInSearch'
  | 'isHtmlAllowedOnFront'
  | 'isSearchable'
  | 'isUsedForPromoRules'
  | 'isVisibleInAdvancedSearch'
  | 'isVisibleOnFront'
  | 'isWysiwygEnabled'
  | 'usedInProductListing';

const catalogAttribute = objectType(
  'CatalogAttributeMetadata',
  (t) => {
    const mark = (name: Mark) => t.field('Boolean', ({ attribute }) => attribute[name]);
    const further = (name: string) =>
      t.field('Boolean', ({ attribute: { additional } }) =>
        additional[name] === undefined ? null : additional[name] === '1',
      );
    return {
      apply_to: t.field('[CatalogAttributeApplyToEnum]', ({ attribute: { entity, applyTo } }) => {
        if (entity === 'catalog_category') return ['CATEGORY'];
        return applyTo.map((type) => type.toUpperCase()).filter(isTypeName);
      }),
      is_comparable: mark('isComparable'),
      is_filterable: t.field('Boolean', ({ attribute }) => attribute.isFilterable > 0),
      is_filterable_in_search: mark('isFilterableInSearch'),
      is_html_allowed_on_front: mark('isHtmlAllowedOnFront'),
      is_searchable: mark('isSearchable'),
      is_used_for_price_rules: t.field('Boolean', () => false),
      is_used_for_promo_rules: mark('isUsedForPromoRules'),
      is_visible_in_advanced_search: mark('isVisibleInAdvancedSearch'),
      is_visible_on_front: mark('isVisibleOnFront'),
      is_wysiwyg_enabled: mark('isWysiwygEnabled'),
      swatch_input_type: t.field('SwatchInputTypeEnum', ({ attribute: { additional } }) => {
        const name = additional['swatch_input_type']?.toUpperCase();
        if (name === undefined) return null;
        return isInputName(name) ? name : 'UNDEFINED';
      }),
      update_product_preview_image: further('update_product_preview_image'),
      use_product_image_for_swatch: further('use_product_image_for_swatch'),
      used_in_product_listing: mark('usedInProductListing'),
    };
  },
  ['CustomAttributeMetadataInterface'],
);

/** Metadata of the attributes of products and categories. */
export const catalogMetadataDeclarations = [enums, catalogAttribute];
