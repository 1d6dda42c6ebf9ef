/** GraphQL: types, queries, mutations, and fields on the types of others. `GraphQLTypes` grows by declaration merging. */

export * from '../../../src/kernel/graphql.ts';
export { loader } from '../../../src/kernel/loader.ts';
export { idOf, keyOf, uidOf } from '../../../src/kernel/uids.ts';
