import { coerceInputValue, type GraphQLSchema } from 'graphql';
import { entitiesOfMutation } from '../../platform/audit/entities.ts';
import type { CallPlan, DecodedInput } from '../../platform/execution/plan.ts';
import type { Call } from '../../kernel/call.ts';
import type { FieldOptions } from '../../kernel/graphql-options.ts';
import type { CallArguments } from '../../kernel/interception.ts';
import { graphqlErrors } from './errors.ts';

/** Resolves a field, or executes a query, within a call. */
type Handle = (input: DecodedInput, call: Call) => unknown;

/** The plan of a mutation of the schema. */
export function mutationPlan(
  { schema, name, options }: { schema: GraphQLSchema; name: string; options: FieldOptions },
  handle: Handle,
): CallPlan {
  return {
    writes: true,
    opensTransactions: options.opensTransactions === true,
    startsInTransaction: options.startsInTransaction === true,
    handle,
    interceptedBy: (interceptor, platform, call) => interceptor.ofMutation(platform, name, call),
    decodeChanged: (input) => coerceArguments(schema, name, input),
    audit: { operation: `mutation ${name}`, entitiesOf: (input) => entitiesOfMutation(input) },
  };
}

/** The plan of a query, or of one of its fields. Interceptors are not asked, and the audit log does not record it. */
export function queryPlan(handle: Handle): CallPlan {
  return {
    writes: false,
    opensTransactions: false,
    startsInTransaction: false,
    handle,
    interceptedBy: () => undefined,
    decodeChanged: (input) => input,
    audit: { operation: 'query', reads: true, entitiesOf: () => '' },
  };
}

/**
 * Validates mutation arguments that an interceptor has changed after GraphQL validated them. Throws for the first wrong value.
 */
function coerceArguments(schema: GraphQLSchema, mutation: string, input: CallArguments): DecodedInput {
  const field = schema.getMutationType()?.getFields()[mutation];
  if (!field) throw new Error(`the schema has no mutation ${mutation}`);
  const { args } = field;
  const coerced: DecodedInput = {};
  const refuse = (path: readonly (string | number)[], reason: string): never => {
    throw graphqlErrors.changedArgument([path.join('.'), reason]);
  };
  for (const { name, type, defaultValue } of args) {
    const value = input[name] === undefined ? defaultValue : input[name];
    coerced[name] = coerceInputValue(value, type, (path, _, error) => refuse([name, ...path], error.message));
    if (coerced[name] === undefined) delete coerced[name];
  }
  const unknown = Object.keys(input).find((name) => !args.some((argument) => argument.name === name));
  if (unknown !== undefined) refuse([unknown], 'The mutation has no such argument.');
  return coerced;
}
