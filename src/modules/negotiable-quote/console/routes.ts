import { listItems } from '../../../kernel/configuration.ts';
import { pageSizeOf } from '../../../kernel/page-size.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';
import { allItems } from '../../../storage/criteria/list.ts';
import { showQuote } from './detail.ts';
import { listQuotes, requireQuote, showHeads } from './list.ts';
import { ConsoleQuote, ConsoleQuotes } from './types.ts';

const quotes = {
  method: 'GET',
  service: 'consoleQuoteV1',
  access: acl('Magento_NegotiableQuote::view_quotes'),
} as const;

const readQuotes = route({
  ...quotes,
  path: '/_/console/quotes',
  operation: 'getList',
  summary: 'Lists the negotiable quotes that the shop sees, the last changed ones first.',
  input: {
    /** A part of the quote's name, or of the company's. */
    search: t.optional(t.string),
    /** States, joined by commas; absent: all. */
    status: t.optional(t.string),
    page: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: ConsoleQuotes,
  async handle({ search, status, page, limit }, call) {
    const request = { search: search ?? '', states: listItems(status ?? ''), page: Math.max(page ?? 1, 1) };
    const found = await listQuotes(call, { ...request, size: pageSizeOf(limit, 20, 100) });
    return { items: await showHeads(call, await allItems(found)), total_count: await found.count() };
  },
});

const readQuote = route({
  ...quotes,
  path: '/_/console/quotes/:quoteId',
  operation: 'get',
  summary: 'Reads a negotiable quote with its items, comments and changes.',
  input: { quoteId: t.integer },
  output: ConsoleQuote,
  handle: async ({ quoteId }, call) => showQuote(call, await requireQuote(call, quoteId)),
});

/** Console routes of negotiable quotes. They read; changes go by the routes of the interface. */
export const quoteConsoleRoutes = [readQuotes, readQuote] as const;
