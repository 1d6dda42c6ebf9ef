import type { GraphQLResult } from '../../kernel/request-watch.ts';
import type { SentError } from './sent-errors.ts';

/** How a request ended, for metrics. */
export interface GraphQLOutcome {
  /** `query products`; undefined: no operation was found. */
  readonly name: string | undefined;
  /** Whether the document was valid. */
  readonly isValid: boolean;
  readonly result: GraphQLResult;
  /** The category of each error in the response. */
  readonly categories: readonly string[];
  /** The messages of the errors, without values of the request. */
  readonly templates: readonly string[];
}

/** A completed request with the labels of its metrics. */
export interface MeasuredGraphQL extends Pick<GraphQLOutcome, 'result' | 'categories'> {
  readonly method: string;
  /** Path of the schema. */
  readonly path: string;
  readonly status: number;
  /** Name of the operation; `other`: there are too many names; `invalid`: the document is. */
  readonly operation: string;
}

/** The category of an error of the document itself, to which the interface gives none. */
const DOCUMENT_CATEGORY = 'document';

/** How a response ended. */
export function outcomeOf(
  { errors = [], data }: { readonly errors?: readonly SentError[]; readonly data?: unknown },
  templates: readonly string[] = [],
  operation: Pick<GraphQLOutcome, 'name' | 'isValid'> = { name: undefined, isValid: false },
): GraphQLOutcome {
  const categories = errors.map(({ extensions }) => extensions?.category ?? DOCUMENT_CATEGORY);
  return { ...operation, categories, templates, result: resultOf(errors.length > 0, data) };
}

function resultOf(hasErrors: boolean, data: unknown): GraphQLResult {
  if (!hasErrors) return 'complete';
  const hasData = typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null);
  return hasData ? 'partial' : 'failed';
}

/** Names of operations that a process tells apart. Clients choose names, so their number has to be limited. */
const MOST_NAMES = 100;

/** Makes the labels of operations: the first names have their own, all others share `other`. */
export function operationNames(most = MOST_NAMES): (outcome: GraphQLOutcome) => string {
  const names = new Set<string>();
  return ({ name, isValid }) => {
    if (!isValid || name === undefined) return 'invalid';
    if (names.size < most) names.add(name);
    return names.has(name) ? name : 'other';
  };
}
