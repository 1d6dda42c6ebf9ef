import { scalarTypes } from '../../kernel/graphql.ts';
import { catalogServiceErrors } from './errors.ts';
import { categoryViewDeclarations } from './categories.ts';
import { recommendationDeclarations } from './recommendations/queries.ts';
import { searchDeclarations } from './search/product-search.ts';
import { viewDeclarations } from './views/product-view.ts';
import { viewQueries } from './views/queries.ts';

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    /** An RFC 3339 time. */
    DateTime: string;
    /** Any value that JSON has. */
    JSON: unknown;
  }
}

const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value));

const scalars = scalarTypes({
  DateTime: {
    check(value) {
      if (!isTime(value)) throw catalogServiceErrors.date();
    },
  },
  JSON: {},
});

/** The types and queries of the catalogue service. */
export const queryDeclarations = [
  scalars,
  ...viewDeclarations,
  ...viewQueries,
  ...searchDeclarations,
  ...categoryViewDeclarations,
  ...recommendationDeclarations,
];
