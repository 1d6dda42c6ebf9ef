import type { Call } from '../../../kernel/call.ts';
import type { Out } from '../../../kernel/types.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { textCriteria, type TextSearch } from '../../../storage/criteria/text-search.ts';
import { negotiationErrors } from '../errors.ts';
import { negotiationsOf, requireNegotiation } from '../negotiations.ts';
import { originalTotal, proposedTotal } from '../show.ts';
import { templateStates } from '../states.ts';
import type { BuyersQuote } from '../buyers.ts';
import type { ConsoleQuoteHead } from './types.ts';

/** States of quotes that the shop does not see: drafts of buyers, and the terms of templates. */
const hiddenStates: readonly string[] = ['draft_by_customer', ...templateStates];

const fields: Readonly<Record<string, SearchField>> = {
  quote_id: { kind: 'integer', notNull: true },
  quote_name: { kind: 'text', notNull: true },
  status: { kind: 'text', notNull: true },
  expires_on: { kind: 'text' },
  created_at: { kind: 'time', notNull: true },
  updated_at: { kind: 'time', notNull: true },
};

/** The quotes that the shop sees, the last changed ones first. */
export function listQuotes(call: Call, request: TextSearch): Promise<FoundList<BuyersQuote>> {
  return findList(call, textCriteria(request, ['quote_name', 'company']), {
    base: call.db
      .selectFrom('negotiable_quote')
      .where('negotiable_quote.is_hidden', '=', 0)
      .where('negotiable_quote.status', 'not in', hiddenStates),
    key: 'negotiable_quote.quote_id',
    fields: { ...fields, company: { kind: 'text', column: companyOf(call) } },
    defaultSort: [{ field: 'updated_at', direction: 'DESC' }],
    load: loadQuotes,
  });
}

/** The name of the company that the buyer of a quote buys for. */
function companyOf({ services: { company, quote } }: Call) {
  return company.buyersCompanyName(quote.customerOfCart('negotiable_quote.quote_id'));
}

async function loadQuotes(call: Call, ids: readonly number[]): Promise<BuyersQuote[]> {
  const carts = await call.services.quote.carts(call, ids);
  const rows = await negotiationsOf(call, [...carts.values()]);
  return ids.flatMap((id) => {
    const [cart, row] = [carts.get(id), rows.get(id)];
    return cart && row ? [{ cart, row }] : [];
  });
}

/** A quote that the shop sees. Throws 404. */
export async function requireQuote(call: Call, id: number): Promise<BuyersQuote> {
  const row = await requireNegotiation(call, id);
  if (hiddenStates.includes(row.status)) throw negotiationErrors.notFound([id]);
  return { row, cart: await call.services.quote.cart(call, id) };
}

/** Quotes for the list, with their buyers and companies; two queries for any number. */
export async function showHeads(call: Call, quotes: readonly BuyersQuote[]): Promise<Out<typeof ConsoleQuoteHead>[]> {
  const { customer, company, quote } = call.services;
  const ids = [...new Set(quotes.flatMap(({ cart }) => cart.customer_id ?? []))];
  const buyers = await customer.customers(call, ids, { addresses: false });
  const companies = await company.companiesOfBuyers(call, ids);
  return quotes.map(({ cart, row }) => {
    const buyer = buyers.get(cart.customer_id ?? 0);
    const own = companies.get(cart.customer_id ?? 0);
    return {
      quote_id: row.quote_id,
      quote_name: row.quote_name,
      status: row.status,
      company_id: own?.entity_id,
      company: own?.company_name,
      buyer: buyer ? `${buyer.firstname} ${buyer.lastname}` : '',
      buyer_email: buyer?.email ?? cart.customer_email ?? '',
      currency: quote.currencies(call, cart).base,
      original_total: originalTotal(row),
      proposed_total: proposedTotal(cart, row),
      expires_on: row.expires_on ?? undefined,
      created_at: row.created_at,
      updated_at: row.updated_at,
    };
  });
}
