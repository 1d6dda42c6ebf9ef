import { enumTypes, objectType, valueTypes, type EnumTypesOf, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { formRule } from '../metadata/form-rules.ts';

const enums = enumTypes({
  InputFilterEnum: ['NONE', 'DATE', 'TRIM', 'STRIPTAGS', 'ESCAPEHTML'],
  ValidationRuleEnum: [
    'DATE_RANGE_MAX',
    'DATE_RANGE_MIN',
    'FILE_EXTENSIONS',
    'INPUT_VALIDATION',
    'MAX_TEXT_LENGTH',
    'MIN_TEXT_LENGTH',
    'MAX_FILE_SIZE',
    'MAX_IMAGE_HEIGHT',
    'MAX_IMAGE_WIDTH',
  ],
});

const values = valueTypes({ ValidationRule: { name: 'ValidationRuleEnum', value: 'String' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    CustomerAttributeMetadata: GraphQLTypes['CustomAttributeMetadataInterface'];
  }
}

const customerAttribute = objectType(
  'CustomerAttributeMetadata',
  (t) => ({
    input_filter: t.field('InputFilterEnum', ({ attribute }) => {
      const name = (attribute.inputFilter ?? 'none').toUpperCase();
      return enums.types.InputFilterEnum.find((one) => one === name) ?? 'NONE';
    }),
    multiline_count: t.field('Int', ({ attribute }, _, call) => formRule(call, attribute, call.scope.storeId).lines),
    sort_order: t.field('Int', ({ attribute }) => attribute.sortOrder),
    validate_rules: t.field('[ValidationRule]', ({ attribute }) =>
      Object.entries(attribute.validation).flatMap(([rule, value]) => {
        const name = enums.types.ValidationRuleEnum.find((one) => one === rule.toUpperCase());
        return name ? [{ name, value: String(value) }] : [];
      }),
    ),
  }),
  ['CustomAttributeMetadataInterface'],
);

/** Metadata of the attributes of customers. */
export const customerMetadataDeclarations = [enums, values, customerAttribute];
