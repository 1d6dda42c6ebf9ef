/**
 * The static type of each schema type: for an output type the source value of its resolvers, for an input type the client's
 * input. Modules add theirs by declaration merging; see `ValueTypesOf`, `InputTypesOf` and `EnumTypesOf` for types without
 * resolvers.
 */
export interface GraphQLTypes {
  Boolean: boolean;
  Float: number;
  /** As an output also a number. */
  ID: string;
  Int: number;
  String: string;
  Query: undefined;
  Mutation: undefined;
}
