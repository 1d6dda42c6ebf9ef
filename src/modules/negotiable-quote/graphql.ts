import { storeConfigFields } from '../store/extensions.ts';
import { quoteMinimum, quotesAreOn } from './configuration.ts';
import { quoteAddressDeclarations } from './graphql-addresses.ts';
import { quoteBatchDeclarations } from './graphql-batches.ts';
import { quoteChangeDeclarations } from './graphql-changes.ts';
import { quoteDiscountDeclarations } from './graphql-discounts.ts';
import { quoteHistoryDeclarations } from './graphql-history.ts';
import { quoteListDeclarations } from './graphql-list.ts';
import { quoteDeclarations } from './graphql-quote.ts';
import { quoteUploadDeclarations } from './upload-kind.ts';
import { quoteValueDeclarations } from './graphql-types.ts';

/** Negotiable quotes in GraphQL: the side of the buyers. */
export const negotiationGraphql = [
  ...quoteValueDeclarations,
  ...quoteDeclarations,
  ...quoteDiscountDeclarations,
  ...quoteAddressDeclarations,
  ...quoteHistoryDeclarations,
  ...quoteListDeclarations,
  ...quoteBatchDeclarations,
  ...quoteChangeDeclarations,
  ...quoteUploadDeclarations,
  storeConfigFields({
    is_negotiable_quote_active: ['Boolean', quotesAreOn],
    quote_minimum_amount: ['Float', quoteMinimum.amount],
    quote_minimum_amount_message: ['String', quoteMinimum.message],
  }),
];
