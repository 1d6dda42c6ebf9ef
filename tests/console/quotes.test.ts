import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { company } from '../company/company.ts';
import { newQuote, newStorefrontBuyer, offer, type StorefrontBuyer } from '../negotiable-quote/storefront.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, type Client } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

describe.each(engines)('negotiable quotes in the console, on %s', (engine) => {
  let here: Here;
  let counted: StatementCount;
  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  const list = async (filters: Readonly<Record<string, string>> = {}, caller: Client = here.admin): Promise<Json> =>
    ok(await caller.raw('GET', `/_/console/quotes?${new URLSearchParams(filters)}`));
  const read = (id: number, caller: Client = here.admin) => caller.raw('GET', `/_/console/quotes/${id}`);

  /** A requested quote of a company with a name of its own. */
  async function quoteOf(company_name: string): Promise<StorefrontBuyer> {
    const { id } = await newCustomer(here);
    ok(await here.admin.post('/V1/company/', { company: company(id, { status: 1, company_name }) }));
    const buyer = await newStorefrontBuyer(here, id);
    const request = { quoteId: buyer.cartId, quoteName: 'Spring', comment: 'Please' };
    ok(await here.admin.post('/V1/negotiableQuote/request', request));
    return buyer;
  }

  it('are listed with company, buyer and totals, and found by state and company', async () => {
    const name = unique('Forge ');
    const first = await quoteOf(name);
    const [shown] = (await list({ search: name })).items;
    expect(shown).toMatchObject({
      quote_id: first.cartId,
      quote_name: 'Spring',
      status: 'created',
      company: name,
      currency: 'USD',
      original_total: 20,
    });
    expect(shown.buyer_email).toContain('@');
    expect(shown.proposed_total).toBeUndefined();
    await offer(here, first.cartId, 25);
    expect((await list({ search: name, status: 'created,submitted_by_customer' })).items).toEqual([]);
    const { items, total_count: total } = await list({ search: name.toUpperCase(), status: 'submitted_by_admin' });
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ status: 'submitted_by_admin', original_total: 20, proposed_total: 15 });
  });

  it('show items with proposed prices, comments and every change', async () => {
    const { cartId } = await quoteOf(unique('Forge '));
    const [item] = ok(await read(cartId)).items;
    expect(item).toMatchObject({ qty: 2, price: 10, original_row: 20, proposed_row: 20 });
    const price = { negotiated_price_type: 3, negotiated_price_value: 8 };
    const quote = {
      items: [
        {
          item_id: item.item_id,
          qty: item.qty,
          extension_attributes: { negotiable_quote_item: { extension_attributes: price } },
        },
      ],
      extension_attributes: {
        negotiable_quote: { negotiated_price_type: 1, negotiated_price_value: 50, shipping_price: 3 },
      },
    };
    ok(await here.admin.put(`/V1/negotiableQuote/${cartId}`, { quote }));
    ok(await here.admin.post('/V1/negotiableQuote/submitToCustomer', { quoteId: cartId, comment: 'Here you are' }));
    const shown = ok(await read(cartId));
    expect(shown).toMatchObject({
      status: 'submitted_by_admin',
      price_type: 1,
      price_value: 50,
      proposed_shipping: 3,
      proposed_total: 8,
      may_change: true,
      may_submit: true,
      may_decline: true,
    });
    expect(shown.items).toMatchObject([{ price_type: 3, price_value: 8, original_row: 20, proposed_row: 8 }]);
    expect(shown.comments.map(({ comment, is_ours }: Json) => [comment, is_ours])).toEqual([
      ['Please', true],
      ['Here you are', true],
    ]);
    expect(shown.history.map(({ old_status, new_status }: Json) => [old_status, new_status])).toEqual([
      [undefined, 'created'],
      ['created', 'processing_by_admin'],
      ['processing_by_admin', 'submitted_by_admin'],
    ]);
    ok(await here.admin.post('/V1/negotiableQuote/decline', { quoteId: cartId, reason: 'Sold out' }));
    const declined = ok(await read(cartId));
    expect(declined).toMatchObject({ status: 'declined', may_change: false, may_submit: false, may_decline: false });
    expect(declined.comments.at(-1)).toMatchObject({ comment: 'Sold out', is_decline: true });
  });

  it('name the buyer as author', async () => {
    const buyer = await newQuote(here);
    const { comments, history, buyer: name } = ok(await read(buyer.cartId));
    expect(comments).toMatchObject([{ comment: 'Please', is_ours: false, author: name }]);
    expect(history).toMatchObject([{ is_ours: false, author: name, new_status: 'created' }]);
  });

  it('are not those that their buyers have not sent', async () => {
    const draft = await newQuote(here, { draft: true });
    expect((await list()).items.map(({ quote_id }: Json) => quote_id)).not.toContain(draft.cartId);
    fails(await read(draft.cartId), 404);
    fails(await read(987_654_321), 404);
  });

  it('are for those with the permission alone', async () => {
    const { cartId } = await newQuote(here);
    const seller = await here.granted('integration', ['Magento_NegotiableQuote::view_quotes']);
    expect((await list({}, seller)).total_count).toBeGreaterThan(0);
    ok(await read(cartId, seller));
    const other = await here.granted('integration', ['Magento_Company::index', 'Magento_Customer::manage']);
    fails(await other.raw('GET', '/_/console/quotes'), 401);
    fails(await read(cartId, other), 401);
  });

  it('take as many statements for a page of several as for one', async () => {
    for (let i = 0; i < 3; i++) await newQuote(here);
    const page = (size: number) =>
      counted.settled(async () => {
        ok(await here.admin.raw('GET', `/_/console/quotes?limit=${size}`));
      });
    await page(1);
    const one = (await page(1)).length;
    expect((await page(4)).length).toBe(one);
  });
});
