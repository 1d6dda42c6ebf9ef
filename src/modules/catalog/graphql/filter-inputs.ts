import { enumTypes, inputTypes, type EnumTypesOf, type InputTypesOf } from '../../../kernel/graphql.ts';

const enums = enumTypes({ FilterMatchTypeEnum: ['FULL', 'PARTIAL'] });

const inputs = inputTypes({
  FilterEqualTypeInput: { eq: 'String', in: '[String]' },
  FilterMatchTypeInput: { match: 'String', match_type: 'FilterMatchTypeEnum' },
  FilterRangeTypeInput: { from: 'String', to: 'String' },
});

declare module '../../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, InputTypesOf<typeof inputs> {}
}

/** How storefronts filter products and categories. */
export const filterInputs = [enums, inputs];
