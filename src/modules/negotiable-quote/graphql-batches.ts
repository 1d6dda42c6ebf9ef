import type { Call } from '../../kernel/call.ts';
import { isClientError, type PlatformError } from '../../kernel/errors.ts';
import {
  deprecated,
  interfaceType,
  mutations,
  objectType,
  unionType,
  type GraphQLTypes,
} from '../../kernel/graphql.ts';
import { ownedQuote, requireBuyer, type BuyersQuote } from './buyers.ts';
import { closeQuote, deleteQuote } from './by-buyer.ts';
import { negotiationErrors } from './errors.ts';
import { quoteListArguments } from './graphql-list.ts';
import { pageOfQuotes } from './quote-list.ts';

/** An error that concerns one quote of several. */
interface QuoteError {
  readonly type: 'NoSuchEntityUidError' | 'NegotiableQuoteInvalidStateError' | 'InternalError';
  readonly message: string;
  readonly uid: string;
}

/** The result for one quote of several. */
interface QuoteResult {
  readonly quote_uid: string;
  readonly errors: readonly QuoteError[];
}

/** The results of a mutation of several quotes. */
interface QuoteResults {
  readonly operation_results: readonly QuoteResult[];
  readonly result_status: GraphQLTypes['BatchMutationStatus'];
  /** The quotes that were closed. */
  readonly closed: readonly BuyersQuote[];
}

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes {
    CloseNegotiableQuoteError: QuoteError;
    CloseNegotiableQuoteOperationFailure: QuoteResult;
    CloseNegotiableQuoteOperationResult: QuoteResult;
    CloseNegotiableQuotesOutput: QuoteResults;
    DeleteNegotiableQuoteError: QuoteError;
    DeleteNegotiableQuoteOperationFailure: QuoteResult;
    DeleteNegotiableQuoteOperationResult: QuoteResult;
    DeleteNegotiableQuotesOutput: QuoteResults;
    ErrorInterface: QuoteError;
    InternalError: QuoteError;
    NegotiableQuoteInvalidStateError: QuoteError;
    NegotiableQuoteUidNonFatalResultInterface: QuoteResult;
    NegotiableQuoteUidOperationSuccess: QuoteResult;
    NoSuchEntityUidError: QuoteError;
  }
}

const errorNames = ['InternalError', 'NegotiableQuoteInvalidStateError', 'NoSuchEntityUidError'] as const;

function failureOf(uid: string, error: PlatformError): QuoteError {
  const isUnknown = error.message === negotiationErrors.unknown.template;
  return { type: isUnknown ? 'NoSuchEntityUidError' : 'NegotiableQuoteInvalidStateError', message: error.text, uid };
}

/** Changes quotes one by one; a failure concerns its quote alone. Throws without the permission to change quotes. */
async function eachQuote(
  call: Call,
  uids: readonly (string | null | undefined)[],
  change: (inside: Call, uid: string) => Promise<void>,
): Promise<Omit<QuoteResults, 'closed'>> {
  await requireBuyer(call, 'manage');
  if (uids.length === 0) throw negotiationErrors.missing(['quote_uids']);
  const results: QuoteResult[] = [];
  for (const uid of new Set(uids.map((one) => one ?? ''))) {
    try {
      await call.savepoint((inside) => change(inside, uid));
      results.push({ quote_uid: uid, errors: [] });
    } catch (error) {
      if (!isClientError(error)) throw error;
      results.push({ quote_uid: uid, errors: [failureOf(uid, error)] });
    }
  }
  const failures = results.filter(({ errors }) => errors.length > 0).length;
  const result_status = failures === 0 ? 'SUCCESS' : failures === results.length ? 'FAILURE' : 'MIXED_RESULTS';
  return { operation_results: results, result_status };
}

const errors = [
  interfaceType(
    'ErrorInterface',
    () => ({ message: 'String!' }),
    ({ type }) => type,
  ),
  objectType('InternalError', () => ({}), ['ErrorInterface']),
  objectType('NegotiableQuoteInvalidStateError', () => ({}), ['ErrorInterface']),
  objectType('NoSuchEntityUidError', () => ({ uid: 'ID!' }), ['ErrorInterface']),
  unionType('CloseNegotiableQuoteError', errorNames, ({ type }) => type),
  unionType('DeleteNegotiableQuoteError', errorNames, ({ type }) => type),
];

const success = 'NegotiableQuoteUidOperationSuccess' as const;
const results = [
  interfaceType(
    'NegotiableQuoteUidNonFatalResultInterface',
    () => ({ quote_uid: 'ID!' }),
    () => success,
  ),
  objectType(success, () => ({}), ['NegotiableQuoteUidNonFatalResultInterface']),
  objectType('CloseNegotiableQuoteOperationFailure', () => ({
    errors: '[CloseNegotiableQuoteError]!',
    quote_uid: 'ID!',
  })),
  objectType('DeleteNegotiableQuoteOperationFailure', () => ({
    errors: '[DeleteNegotiableQuoteError]!',
    quote_uid: 'ID!',
  })),
  unionType(
    'CloseNegotiableQuoteOperationResult',
    [success, 'CloseNegotiableQuoteOperationFailure'],
    ({ errors: of }) => (of.length > 0 ? 'CloseNegotiableQuoteOperationFailure' : success),
  ),
  unionType(
    'DeleteNegotiableQuoteOperationResult',
    [success, 'DeleteNegotiableQuoteOperationFailure'],
    ({ errors: of }) => (of.length > 0 ? 'DeleteNegotiableQuoteOperationFailure' : success),
  ),
];

const outputs = [
  objectType('CloseNegotiableQuotesOutput', (t) => ({
    closed_quotes: deprecated(
      'Use `operation_results`.',
      t.field('[NegotiableQuote]', ({ closed }) => closed),
    ),
    negotiable_quotes: t.field('NegotiableQuotesOutput', quoteListArguments, (_, args, call) =>
      pageOfQuotes(call, args),
    ),
    operation_results: '[CloseNegotiableQuoteOperationResult]!',
    result_status: 'BatchMutationStatus!',
  })),
  objectType('DeleteNegotiableQuotesOutput', (t) => ({
    negotiable_quotes: t.field('NegotiableQuotesOutput', quoteListArguments, (_, args, call) =>
      pageOfQuotes(call, args),
    ),
    operation_results: '[DeleteNegotiableQuoteOperationResult]!',
    result_status: 'BatchMutationStatus!',
  })),
];

const batches = mutations((t) => ({
  closeNegotiableQuotes: t.field(
    'CloseNegotiableQuotesOutput',
    { input: 'CloseNegotiableQuotesInput!' },
    async (_, { input }, call) => {
      const closed: BuyersQuote[] = [];
      const done = await eachQuote(call, input.quote_uids, async (inside, uid) => {
        await closeQuote(inside, uid);
        closed.push(await ownedQuote(inside, uid));
      });
      return { ...done, closed };
    },
    { customersOnly: true },
  ),
  deleteNegotiableQuotes: t.field(
    'DeleteNegotiableQuotesOutput',
    { input: 'DeleteNegotiableQuotesInput!' },
    async (_, { input }, call) => ({ ...(await eachQuote(call, input.quote_uids, deleteQuote)), closed: [] }),
    { customersOnly: true },
  ),
}));

/** The mutations of several quotes in GraphQL. */
export const quoteBatchDeclarations = [...errors, ...results, ...outputs, batches];
