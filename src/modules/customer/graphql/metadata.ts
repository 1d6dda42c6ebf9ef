import { enumTypes, objectType, valueTypes, type EnumTypesOf, type ValueTypesOf } from '../../../kernel/graphql.ts';
import { formEnums, inputFilterOf, validationRulesOf } from '../../eav/extensions.ts';
import { formRule } from '../metadata/form-rules.ts';

const enums = enumTypes(formEnums);

const values = valueTypes({ ValidationRule: { name: 'ValidationRuleEnum', value: 'String' } });

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    CustomerAttributeMetadata: GraphQLTypes['CustomAttributeMetadataInterface'];
  }
}

const customerAttribute = objectType(
  'CustomerAttributeMetadata',
  (t) => ({
    input_filter: t.field('InputFilterEnum', inputFilterOf),
    multiline_count: t.field('Int', ({ attribute }, _, call) => formRule(call, attribute, call.scope.storeId).lines),
    sort_order: t.field('Int', ({ attribute }) => attribute.sortOrder),
    validate_rules: t.field('[ValidationRule]', validationRulesOf),
  }),
  ['CustomAttributeMetadataInterface'],
);

/** Metadata of the attributes of customers. */
export const customerMetadataDeclarations = [enums, values, customerAttribute];
