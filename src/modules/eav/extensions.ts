import type { GraphQLTypes } from '../../kernel/graphql.ts';
import type { Attribute, EntityCode } from './metadata-types.ts';

/** Entities whose attributes storefronts read: their codes, by name in the schema. */
export interface ShownEntities {
  CATALOG_PRODUCT: 'catalog_product';
  CATALOG_CATEGORY: 'catalog_category';
  CUSTOMER: 'customer';
  CUSTOMER_ADDRESS: 'customer_address';
}

/** An entity of a module whose attributes storefronts read; its name is also a value of `AttributeEntityTypeEnum`. */
export interface ShownEntity {
  readonly name: keyof ShownEntities;
  readonly code: EntityCode;
  /** Type of its attributes in the schema. */
  readonly metadataType: keyof GraphQLTypes & string;
  /** Whether its attributes are in forms. */
  readonly hasForms: boolean;
  /** First release in which storefronts read them; absent: all releases. */
  readonly release?: string;
}

/** A filter that a module adds to lists of attributes, besides its field of `AttributeFilterInput` (`extendInput`). */
interface AttributeFilter {
  readonly field: string;
  /** Whether an attribute has the mark that the field filters by. */
  hasMark(attribute: Attribute): boolean;
}

/** An attribute as storefronts see it. */
export interface ShownAttribute {
  readonly attribute: Attribute;
  /** As in the requested form, if any. */
  readonly isRequired: boolean;
}

const filters = ['NONE', 'DATE', 'TRIM', 'STRIPTAGS', 'ESCAPEHTML'] as const;
const rules = [
  'DATE_RANGE_MAX',
  'DATE_RANGE_MIN',
  'FILE_EXTENSIONS',
  'INPUT_VALIDATION',
  'MAX_TEXT_LENGTH',
  'MIN_TEXT_LENGTH',
  'MAX_FILE_SIZE',
  'MAX_IMAGE_HEIGHT',
  'MAX_IMAGE_WIDTH',
] as const;

/** Values of the enumerations of attributes in forms. */
export const formEnums = { InputFilterEnum: filters, ValidationRuleEnum: rules } as const;

/** The filter of the input of an attribute. */
export function inputFilterOf({ attribute }: ShownAttribute): (typeof filters)[number] {
  const name = (attribute.inputFilter ?? 'none').toUpperCase();
  return filters.find((one) => one === name) ?? 'NONE';
}

/** The rules by which forms validate an attribute, those without a name in the schema left out. */
export function validationRulesOf({ attribute }: ShownAttribute) {
  return Object.entries(attribute.validation).flatMap(([rule, value]) => {
    const name = rules.find((one) => one === rule.toUpperCase());
    return name ? [{ name, value: String(value) }] : [];
  });
}

declare module '../../kernel/merged-types.ts' {
  interface ContributionPoints {
    shownEntities: ShownEntity;
    attributeFilters: AttributeFilter;
  }
}
