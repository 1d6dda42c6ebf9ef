/** GraphQL: types, queries, mutations, and fields on the types of others. `GraphQLTypes` grows by declaration merging. */

export * from '../../../src/kernel/graphql-types.ts';
export {
  deprecated,
  enumTypes,
  extendInput,
  extendType,
  inputTypes,
  interfaceType,
  mutations,
  objectType,
  queries,
  sharedQueries,
  valueTypes,
  type EnumTypesOf,
  type GraphQLDeclaration,
  type InputTypesOf,
  type Selection,
  type ValueTypesOf,
} from '../../../src/kernel/graphql.ts';
export { loader } from '../../../src/kernel/loader.ts';
export { idOf, keyOf, uidOf } from '../../../src/kernel/uids.ts';
