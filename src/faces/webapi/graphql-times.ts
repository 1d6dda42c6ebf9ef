import { createHistogram, metricText } from './exposition.ts';
import { requestBounds } from './request-times.ts';

/** The labels of a completed GraphQL request. */
export interface GraphQLLabels {
  /** Path of the schema. */
  readonly path: string;
  /** Name of the operation; the caller limits the number of names. */
  readonly operation: string;
  /** `complete`, `partial` (some data and errors) or `failed`. */
  readonly result: string;
  /** The category of each error in the response. */
  readonly categories: readonly string[];
}

/** Durations and errors of GraphQL requests in Prometheus' text format. */
interface GraphQLTimes {
  count(labels: GraphQLLabels, seconds: number): void;
  text(): string;
}

/** Counts GraphQL requests by operation and result, and their errors by category. */
export function createGraphQLTimes(): GraphQLTimes {
  const durations = createHistogram(
    {
      name: 'souk_graphql_request_duration_seconds',
      description: 'Time to the response of a GraphQL request, by operation and result',
      unit: 's',
    },
    requestBounds,
  );
  const errors = new Map<string, { value: number; readonly labels: { readonly category: string } }>();
  return {
    count({ path, operation, result, categories }, seconds) {
      durations.record(seconds, { path, operation, result });
      for (const category of categories) {
        const counter = errors.get(category) ?? { value: 0, labels: { category } };
        counter.value += 1;
        errors.set(category, counter);
      }
    },
    text: () =>
      durations.text() +
      metricText(
        'counter',
        { name: 'souk_graphql_errors', description: 'Errors in responses to GraphQL requests, by category' },
        errors.values(),
      ),
  };
}
