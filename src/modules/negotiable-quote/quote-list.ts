import type { Call } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import type { GraphQLTypes } from '../../kernel/graphql.ts';
import { readAskedPage, requireReached, type AskedPage } from '../../storage/criteria/pages.ts';
import { escapeLike, fold, like } from '../../storage/sql.ts';
import { requireBuyer, visibleBuyers, type BuyersQuote } from './buyers.ts';
import { negotiationsOf } from './negotiations.ts';
import { unseenStates } from './states.ts';

/** A page request for the quotes that a buyer sees. */
interface QuoteListArguments {
  readonly filter?: GraphQLTypes['NegotiableQuoteFilterInput'] | null | undefined;
  readonly sort?: GraphQLTypes['NegotiableQuoteSortInput'] | null | undefined;
  readonly pageSize?: number | null | undefined;
  readonly currentPage?: number | null | undefined;
}

/** A page of quotes. */
export interface QuotePage {
  readonly items: readonly BuyersQuote[];
  readonly count: number;
  readonly page: AskedPage;
}

const sortColumns = {
  QUOTE_NAME: 'n.quote_name',
  CREATED_AT: 'n.created_at',
  UPDATED_AT: 'n.updated_at',
} as const;

/** The caller's quotes and those of subordinates, newest first by default; the statements do not grow with the quotes. */
export async function pageOfQuotes(call: Call, args: QuoteListArguments): Promise<QuotePage> {
  await requireBuyer(call, 'view');
  const page = readAskedPage(args.currentPage, args.pageSize);
  const found = quotesOf(call, await visibleBuyers(call), args.filter);
  const { count } = await found.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow();
  const { sort_field: field = 'CREATED_AT', sort_direction: direction = 'DESC' } = args.sort ?? {};
  const order = direction === 'ASC' ? 'asc' : 'desc';
  const rows = await found
    .select('n.quote_id')
    .orderBy(sortColumns[field], order)
    .orderBy('n.quote_id', order)
    .limit(page.pageSize)
    .offset((page.page - 1) * page.pageSize)
    .execute();
  await requireReached(page, rows.length, async () => Number(count));
  const ids = rows.map(({ quote_id }) => quote_id);
  return { items: ids.length > 0 ? await loadQuotes(call, ids) : [], count: Number(count), page };
}

/** Quotes by id, in two queries. */
async function loadQuotes(call: Call, ids: readonly number[]): Promise<BuyersQuote[]> {
  const carts = await call.services.quote.carts(call, ids);
  const rows = await negotiationsOf(call, [...carts.values()]);
  return ids.flatMap((id) => {
    const [cart, row] = [carts.get(id), rows.get(id)];
    return cart && row ? [{ cart, row }] : [];
  });
}

function quotesOf(
  call: Call,
  { companyId, customerIds }: Awaited<ReturnType<typeof visibleBuyers>>,
  filter: QuoteListArguments['filter'],
) {
  const uids = [filter?.ids?.eq, ...(filter?.ids?.in ?? [])].filter((uid) => uid != null);
  const { websiteId } = call.scope;
  const { company, quote } = call.services;
  const carts = quote
    .cartIdsOf(call, { customerIds, websiteId, masks: uids })
    .where(company.companyOfCart(), '=', companyId);
  let query = call.db
    .selectFrom('negotiable_quote as n')
    .where('n.is_hidden', '=', 0)
    .where('n.status', 'not in', unseenStates)
    .where('n.quote_id', 'in', carts);
  const { match, match_type: kind } = filter?.name ?? {};
  if (match) {
    const text = foldText(match);
    const name = fold('n.quote_name');
    query = kind === 'FULL' ? query.where(name, '=', text) : query.where(like(name, `%${escapeLike(text)}%`));
  }
  return query;
}
