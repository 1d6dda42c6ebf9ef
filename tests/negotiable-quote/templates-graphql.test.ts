import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { criteria, fails, ok } from '../support/client.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { templatesOf, type TemplateBuyer } from './templates-shop.ts';

const TEMPLATE = `{
  template_id uid name status expiration_date created_at updated_at sales_rep_name
  is_min_max_qty_used is_virtual min_order_commitment max_order_commitment total_quantity
  buyer { firstname lastname }
  comments { uid text creator_type created_at author { firstname lastname } }
  history { uid created_at change_type author { firstname lastname } changes {
    comment_added { comment } custom_changes { title old_value new_value }
    expiration { old_expiration new_expiration } statuses { changes { old_status new_status } }
  } }
  items { uid quantity product { sku } prices { row_total { value } } }
  notifications { type message }
  prices { grand_total { value currency } }
  reference_document_links { link_id document_name document_identifier reference_document_url }
  shipping_addresses { uid firstname city region { code } country { code } }
}`;

/** Runs a mutation with an input, which returns a template or an object with one. */
const mutation = (name: string, type: string, selection = TEMPLATE): string =>
  `mutation ($input: ${type}!) { ${name}(input: $input) ${selection} }`;

describe.each(engines)('quote templates in GraphQL on %s', (engine) => {
  let here: Here;
  let shop: ReturnType<typeof templatesOf>;
  beforeAll(async () => {
    here = await startHere(engine);
    shop = templatesOf(here);
  });
  afterAll(() => here.stop());
  const storefront = ({ me }: TemplateBuyer): GraphQLClient => graphqlClient(here, me.token);
  const read = async (buyer: TemplateBuyer, id: number): Promise<Json> =>
    (await storefront(buyer).data(`{ negotiableQuoteTemplate(templateId: "${id}") ${TEMPLATE} }`))
      .negotiableQuoteTemplate;
  const list = async (buyer: TemplateBuyer, args: string): Promise<Json> =>
    (
      await storefront(buyer).data(`{ negotiableQuoteTemplates(${args}) { total_count page_info { total_pages }
        sort_fields { default options { label value } }
        items { template_id name status state company_name submitted_by sales_rep_name orders_placed
          min_negotiated_grand_total min_order_commitment max_order_commitment last_shared_at activated_at } } }`)
    ).negotiableQuoteTemplates;

  it('are read with their terms, by their buyer alone', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer, { template_name: 'Monthly', min_orders: 1, max_orders: 2 });
    const template = await read(buyer, id);
    expect(template).toMatchObject({
      template_id: String(id),
      name: 'Monthly',
      status: 'IN_REVIEW',
      min_order_commitment: 1,
      max_order_commitment: 2,
      is_virtual: false,
      total_quantity: 2,
      items: [{ quantity: 2, prices: { row_total: { value: 20 } } }],
      prices: { grand_total: { value: 28, currency: 'USD' } },
      notifications: [],
      shipping_addresses: [{ country: { code: 'US' } }],
    });
    expect(template.history.map(({ change_type }: Json) => change_type).slice(0, 2)).toEqual(['CREATED', 'UPDATED']);
    const other = await shop.newBuyer();
    const refused = await storefront(other).send(`{ negotiableQuoteTemplate(templateId: "${id}") { name } }`);
    expect(refused.body.errors[0].extensions.category).toBe('graphql-no-such-entity');
    const guest = await graphqlClient(here).send(`{ negotiableQuoteTemplate(templateId: "${id}") { name } }`);
    expect(guest.body.errors[0].extensions.category).toBe('graphql-authorization');
  });

  it('are requested from a quote, changed, accepted, used and deleted by storefronts', async () => {
    const buyer = await shop.newBuyer();
    const gql = storefront(buyer);
    const request = mutation('requestNegotiableQuoteTemplateFromQuote', 'RequestNegotiableQuoteTemplateInput');
    const unknown = await gql.send(request, { input: { cart_id: 'unknown' } });
    expect(unknown.body.errors[0].extensions.category).toBe('graphql-no-such-entity');
    const [quote] = (await gql.data('{ negotiableQuotes { items { uid } } }')).negotiableQuotes.items;
    const requested = await gql.data(request, { input: { cart_id: quote.uid } });
    const { template_id } = requested.requestNegotiableQuoteTemplateFromQuote;
    const on = async (name: string, type: string, input: object): Promise<Json> =>
      (await gql.data(mutation(name, type), { input: { template_id, ...input } }))[name];
    const [item] = (await read(buyer, template_id)).items;
    const items = [{ item_id: item.uid, quantity: 3 }];
    const { updateNegotiableQuoteTemplateQuantities: updated } = await gql.data(
      mutation(
        'updateNegotiableQuoteTemplateQuantities',
        'UpdateNegotiableQuoteTemplateQuantitiesInput',
        `{ quote_template ${TEMPLATE} }`,
      ),
      { input: { template_id, items } },
    );
    expect(updated.quote_template).toMatchObject({ status: 'DRAFT', items: [{ quantity: 3 }] });
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    const dated = await on('setQuoteTemplateExpirationDate', 'QuoteTemplateExpirationDateInput', {
      expiration_date: day,
    });
    expect(dated).toMatchObject({ expiration_date: day });
    const note = mutation('setQuoteTemplateLineItemNote', 'QuoteTemplateLineItemNoteInput', '{ template_id }');
    await gql.data(note, { input: { templateId: template_id, item_id: item.uid, note: 'In red' } });
    const address = {
      city: 'Paris',
      country_code: 'FR',
      firstname: 'Ada',
      lastname: 'Example',
      postcode: '75001',
      street: ['1 rue de Rivoli'],
      telephone: '1',
    };
    const moved = await on(
      'setNegotiableQuoteTemplateShippingAddress',
      'SetNegotiableQuoteTemplateShippingAddressInput',
      {
        shipping_address: { address },
      },
    );
    expect(moved.shipping_addresses).toMatchObject([{ city: 'Paris', country: { code: 'FR' } }]);
    const sent = await on('submitNegotiableQuoteTemplateForReview', 'SubmitNegotiableQuoteTemplateForReviewInput', {
      name: 'Every month',
      comment: 'A good price, please',
      min_order_commitment: 1,
      max_order_commitment: 3,
      reference_document_links: [{ document_name: 'Contract', reference_document_url: 'https://example.com/c' }],
    });
    expect(sent).toMatchObject({
      name: 'Every month',
      status: 'SUBMITTED',
      max_order_commitment: 3,
      comments: [{ text: 'A good price, please', creator_type: 'BUYER' }],
      reference_document_links: [{ document_name: 'Contract', document_identifier: '' }],
    });
    ok(await shop.act(here.admin, 'submitToCustomer', template_id));
    expect(await on('acceptNegotiableQuoteTemplate', 'AcceptNegotiableQuoteTemplateInput', {})).toMatchObject({
      status: 'ACTIVE',
    });
    const { generateNegotiableQuoteFromTemplate: generated } = await gql.data(
      mutation(
        'generateNegotiableQuoteFromTemplate',
        'GenerateNegotiableQuoteFromTemplateInput',
        '{ negotiable_quote_uid }',
      ),
      { input: { template_id } },
    );
    expect(generated.negotiable_quote_uid).toMatch(/^[A-Za-z0-9]{32}$/);
    const { requestNegotiableQuoteTemplateFromQuote: next } = await gql.data(request, {
      input: { cart_id: generated.negotiable_quote_uid },
    });
    expect(next).toMatchObject({ status: 'DRAFT', items: [{ quantity: 3 }] });
    const canceled = await on('cancelNegotiableQuoteTemplate', 'CancelNegotiableQuoteTemplateInput', {
      cancellation_comment: 'No longer needed',
    });
    expect(canceled.status).toBe('CLOSED');
    expect(await on('openNegotiableQuoteTemplate', 'OpenNegotiableQuoteTemplateInput', {})).toMatchObject({
      status: 'IN_REVIEW',
      notifications: [{ type: 'notice' }],
    });
    await on('cancelNegotiableQuoteTemplate', 'CancelNegotiableQuoteTemplateInput', {});
    const remove = mutation('deleteNegotiableQuoteTemplate', 'DeleteNegotiableQuoteTemplateInput', '');
    expect(await gql.data(remove, { input: { template_id } })).toEqual({ deleteNegotiableQuoteTemplate: true });
    fails(await here.admin.get(`/V1/negotiableQuoteTemplate/${template_id}`), 404);
  });

  it('keep quantities within their limits, and lose items that the buyer removes', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer, { is_min_max_qty_used: true });
    const gql = storefront(buyer);
    const [item] = (await read(buyer, id)).items;
    const update = mutation(
      'updateNegotiableQuoteTemplateQuantities',
      'UpdateNegotiableQuoteTemplateQuantitiesInput',
      `{ quote_template { status notifications { type } items { quantity } } }`,
    );
    const change = (one: object) =>
      gql.send(update, { input: { template_id: id, items: [{ item_id: item.uid, ...one }] } });
    for (const wrong of [
      { quantity: 0 },
      { quantity: -1 },
      { quantity: 2, min_qty: 3 },
      { quantity: 9, max_qty: 5 },
      { quantity: 4, min_qty: 5, max_qty: 3 },
      { quantity: 2, item_id: 'OTk5OTk5' },
    ]) {
      expect((await change(wrong)).body.errors, JSON.stringify(wrong)).toHaveLength(1);
    }
    expect(await read(buyer, id)).toMatchObject({ status: 'IN_REVIEW', notifications: [], items: [{ quantity: 2 }] });
    const changed = await change({ quantity: 4, min_qty: 3, max_qty: 5 });
    expect(changed.body.data.updateNegotiableQuoteTemplateQuantities.quote_template).toMatchObject({
      notifications: [{ type: 'notice' }],
      items: [{ quantity: 4 }],
    });
    expect((await change({ quantity: 6 })).body.errors).toHaveLength(1);
    const remove = mutation('removeNegotiableQuoteTemplateItems', 'RemoveNegotiableQuoteTemplateItemsInput');
    const { removeNegotiableQuoteTemplateItems: left } = await gql.data(remove, {
      input: { template_id: id, item_uids: [item.uid] },
    });
    expect(left.items).toEqual([]);
    fails(await shop.act(buyer.me, 'submitToSeller', id), 400, `The quote template ${id} has no items.`);
  });

  it('are listed by state, with the orders that were placed', async () => {
    const buyer = await shop.newBuyer();
    const [first, second] = [await shop.active(buyer, { template_name: 'A' }), await shop.offered(buyer)];
    ok(await shop.act(buyer.me, 'generateQuote', first));
    const all = await list(buyer, 'pageSize: 10');
    expect(all.items.map(({ template_id }: Json) => template_id)).toEqual([String(first), String(second)]);
    expect(all.items[0]).toMatchObject({
      name: 'A',
      status: 'ACTIVE',
      state: 'ACTIVE',
      company_name: buyer.company.company_name,
      orders_placed: 0,
      min_negotiated_grand_total: 28,
    });
    expect(all.sort_fields.options).toHaveLength(2);
    const active = await list(buyer, 'filter: { state: { eq: "ACTIVE" } }');
    expect([active.total_count, active.items[0].template_id]).toEqual([1, String(first)]);
    const last = await list(buyer, 'pageSize: 1, sort: { sort_field: TEMPLATE_ID, sort_direction: DESC }');
    expect([last.total_count, last.page_info.total_pages, last.items[0].template_id]).toEqual([2, 2, String(second)]);
    expect((await list(buyer, 'filter: { status: { in: ["CLOSED"] } }')).total_count).toBe(0);
  });

  it('are no quotes themselves, and are named by the quotes that were generated from them', async () => {
    const buyer = await shop.newBuyer();
    const gql = storefront(buyer);
    const id = await shop.active(buyer, { template_name: 'Monthly' });
    const quoteId = ok(await shop.act(buyer.me, 'generateQuote', id));
    const fields =
      'uid status template_id template_name history { change_type changes { statuses { changes { new_status } } } }';
    const { items, total_count } = (
      await gql.data(`{ negotiableQuotes(sort: { sort_field: CREATED_AT, sort_direction: ASC }) {
        total_count items { ${fields} } } }`)
    ).negotiableQuotes;
    expect(total_count).toBe(2);
    expect(items).toMatchObject([
      { status: 'SUBMITTED', template_id: null, template_name: null },
      {
        status: 'UPDATED',
        template_id: String(id),
        template_name: 'Monthly',
        history: [{ change_type: 'CREATED', changes: { statuses: { changes: [{ new_status: 'UPDATED' }] } } }],
      },
    ]);
    const listed = ok(
      await here.admin.get(`/V1/carts/search?${criteria([[{ field: 'customer_id', value: buyer.id }]])}`),
    );
    const ids = listed.items.map((one: Json) => one.id);
    expect(ids).toEqual(expect.arrayContaining([buyer.quoteId, quoteId]));
    expect(ids).not.toContain(id);
    const terms = ok(await here.admin.get(`/V1/carts/${id}`));
    expect(terms.id).toBe(id);
  });

  it('D366: refuse a day that does not exist', async () => {
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer);
    const set = mutation('setQuoteTemplateExpirationDate', 'QuoteTemplateExpirationDateInput', '{ expiration_date }');
    const answer = await storefront(buyer).send(set, { input: { template_id: id, expiration_date: '2030-13-01' } });
    expect(answer.body.errors[0].message).toMatch(/expiration_date/);
  });
});
