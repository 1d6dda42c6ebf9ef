import { objectType, queries } from '../../kernel/graphql.ts';
import { pageInfo } from '../../storage/criteria/pages.ts';
import { visibleQuote } from './buyers.ts';
import { pageOfQuotes, type QuotePage } from './quote-list.ts';

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    NegotiableQuotesOutput: QuotePage;
  }
}

/** The arguments of lists of quotes. */
export const quoteListArguments = {
  currentPage: 'Int = 1',
  filter: 'NegotiableQuoteFilterInput',
  pageSize: 'Int = 20',
  sort: 'NegotiableQuoteSortInput',
} as const;

const sortFields = {
  default: 'CREATED_AT',
  options: [
    { label: 'Quote Name', value: 'QUOTE_NAME' },
    { label: 'Created At', value: 'CREATED_AT' },
    { label: 'Updated At', value: 'UPDATED_AT' },
  ],
};

const listType = objectType('NegotiableQuotesOutput', (t) => ({
  items: '[NegotiableQuote]!',
  page_info: t.field('SearchResultPageInfo!', ({ page, count }) => pageInfo(page, async () => count)),
  sort_fields: t.field('SortFields', () => sortFields),
  total_count: t.field('Int!', ({ count }) => count),
}));

const own = { customersOnly: true } as const;
const quoteQueries = queries((t) => ({
  negotiableQuote: t.field('NegotiableQuote', { uid: 'ID!' }, (_, { uid }, call) => visibleQuote(call, uid), own),
  negotiableQuotes: t.field(
    'NegotiableQuotesOutput',
    quoteListArguments,
    (_, args, call) => pageOfQuotes(call, args),
    own,
  ),
}));

/** The queries for quotes in GraphQL. */
export const quoteListDeclarations = [listType, quoteQueries];
