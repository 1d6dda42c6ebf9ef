import type { GraphQLSchema } from 'graphql';
import type { GraphQLDeclaration } from '../../kernel/graphql.ts';
import type { Platform } from '../../kernel/platform.ts';
import { inTurns } from '../../kernel/turns.ts';
import type { CallGate } from '../../platform/execution/admit.ts';
import { collect } from './collect.ts';
import { requestLimits } from './configuration.ts';
import { createDocuments, type Documents, type RequestLimits } from './documents.ts';
import { reachableTypes } from './reachable.ts';
import { createResolvers } from './resolvers.ts';
import { namedTypes, resolveFields, schemaOf } from './schema.ts';

/** The schema of an installation, ready to serve. */
export interface Storefront {
  /** Makes the present schema without blocking other requests; undefined if there is nothing to do. */
  prepare(): Promise<void> | undefined;
  /** Of the present schema. */
  documents(): Documents;
  schema(): GraphQLSchema;
  /** The current limits. */
  limits(): RequestLimits;
}

/** What a schema is made from. */
interface StorefrontParts {
  readonly platform: Platform;
  readonly gate: CallGate;
  readonly declarations: readonly GraphQLDeclaration[];
  /** Types that the schema has under another name than that of their declaration. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether the schema has only types that its queries and mutations can reach. */
  readonly isPruned: boolean;
}

/** Makes the schema from `declarations`, again when the fields of the installation have changed. */
export function createStorefront({ platform, gate, declarations, names, isPruned }: StorefrontParts): Storefront {
  const resolvers = createResolvers({ platform, gate });
  const dynamic = declarations.flatMap((one) => (one.kind === 'installation' ? [one] : []));
  const { config } = platform;
  const limits = (): RequestLimits => ({
    depth: config.of(requestLimits.depth),
    complexity: config.of(requestLimits.complexity),
    rows: config.of(requestLimits.rows),
    nodes: config.of(requestLimits.nodes),
    cpu: config.of(requestLimits.cpu),
  });
  let cachedSchema: MadeSchema | undefined;
  /** The schema of these metadata; undefined if it has to be made. */
  const cachedOf = ({ seen, fields }: MetadataState): MadeSchema | undefined => {
    if (cachedSchema?.seen.every((value, at) => value === seen[at])) return cachedSchema;
    // Most changes of metadata, such as a label or a new option, do not change fields.
    return cachedSchema?.fields === fields() ? (cachedSchema = { ...cachedSchema, seen }) : undefined;
  };
  const stateNow = (): MetadataState => ({
    // The metadata objects themselves: caches return the same object until it has changed.
    seen: dynamic.map((one) => one.dependsOn(platform.services)),
    fields: () => JSON.stringify(dynamic.map((one) => one.fields(platform.services))),
  });
  /** The types of a schema with the fields that they have now; fields that change later belong to the next schema. */
  const begin = ({ seen, fields }: MetadataState) => {
    const collected = collect(declarations, platform.services);
    const types = namedTypes(isPruned ? reachableTypes(collected) : collected, resolvers, names);
    return { seen, fields: fields(), types };
  };
  const complete = ({ seen, fields, types }: ReturnType<typeof begin>): MadeSchema => {
    const schema = schemaOf(types);
    return (cachedSchema = { seen, fields, schema, documents: createDocuments(schema, limits) });
  };
  const current = (): MadeSchema => {
    const state = stateNow();
    return cachedOf(state) ?? complete(begin(state));
  };
  let preparing: Promise<void> | undefined;
  const prepareInTurns = async (): Promise<void> => {
    const begun = begin(stateNow());
    await inTurns([...begun.types.values()], resolveFields);
    complete(begun);
  };
  return {
    limits,
    prepare() {
      if (cachedOf(stateNow())) return undefined;
      return (preparing ??= prepareInTurns().finally(() => (preparing = undefined)));
    },
    documents: () => current().documents,
    schema: () => current().schema,
  };
}

/** The metadata that a schema depends on. */
interface MetadataState {
  readonly seen: readonly unknown[];
  /** The fields of the installation with their types, as text. */
  readonly fields: () => string;
}

/** A schema, and the metadata that it was made from. */
interface MadeSchema {
  readonly seen: readonly unknown[];
  /** The fields of the installation with their types, as text. */
  readonly fields: string;
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
}
