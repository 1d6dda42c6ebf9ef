import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { graphqlClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { asked, change, firstItem, newQuote, offer } from './storefront.ts';
import { templatesOf } from './templates-shop.ts';

const NOTE = 'item_note { created_at creator_name creator_type item_id note product_name }';

describe.each(engines)('histories of quotes and templates on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  it('of quotes have the notes of both sides on items', async () => {
    const buyer = await newQuote(here);
    const id = buyer.cartId;
    const [item] = ok(await here.admin.get(`/V1/carts/${id}`)).items;
    const itemNote = { negotiable_quote_item_id: item.item_id, note: 'In red only', creator_type: 2, creator_id: 0 };
    const noteId = ok(await here.admin.post('/V1/negotiable-cart-item-note', { itemNote }));
    await offer(here, id);
    await asked(change(buyer.gql, 'setLineItemNote', buyer.uid, await firstItem(buyer)));
    const history = `{ negotiableQuote(uid: "${buyer.uid}") { buyer { firstname lastname } history { change_type created_at ${NOTE}
      changes { statuses { changes { new_status } } total { new_price { value } } } } } }`;
    const notesOf = async (): Promise<Json> => {
      const { history: all, buyer: person } = (await buyer.gql.data(history)).negotiableQuote;
      return { all, person, notes: all.filter(({ item_note }: Json) => item_note) };
    };
    const { all, person, notes } = await notesOf();
    const common = { change_type: 'UPDATED', changes: { statuses: null, total: { new_price: null } } };
    const noted = { item_id: item.item_id, product_name: item.name };
    expect(notes).toEqual([
      {
        ...common,
        created_at: notes[0].created_at,
        item_note: {
          ...noted,
          note: 'In red only',
          creator_type: 'Seller',
          creator_name: expect.any(String),
          created_at: notes[0].created_at,
        },
      },
      {
        ...common,
        created_at: notes[1].created_at,
        item_note: {
          ...noted,
          note: 'In blue',
          creator_type: 'Buyer',
          creator_name: `${person.firstname} ${person.lastname}`,
          created_at: notes[1].created_at,
        },
      },
    ]);
    expect(all).toHaveLength(5);
    // What was written stays in the history without the note.
    ok(await here.admin.delete(`/V1/negotiable-cart-item-note/${noteId}`));
    expect((await notesOf()).notes).toHaveLength(2);
  });

  it('of templates have notes, and in `historyV2` the statuses of templates', async () => {
    const shop = templatesOf(here);
    const buyer = await shop.newBuyer();
    const id = await shop.offered(buyer);
    const gql = graphqlClient(here, buyer.me.token);
    const fields = `history { uid change_type changes { statuses { changes { old_status new_status } } } ${NOTE} }
      historyV2 { uid change_type created_at author { firstname } changes { comment_added { comment } products_removed { products_removed_from_catalog }
        total { new_price { value } } custom_changes { title } expiration { new_expiration }
        statuses { changes { old_status new_status } } } }`;
    const read = async (): Promise<Json> =>
      (await gql.data(`{ negotiableQuoteTemplate(templateId: "${id}") { items { uid } ${fields} } }`))
        .negotiableQuoteTemplate;
    const before = await read();
    await gql.data(`mutation { setQuoteTemplateLineItemNote(input: { templateId: "${id}", item_uid: "${before.items[0].uid}",
      note: "Without lid" }) { uid } }`);
    ok(await shop.act(buyer.me, 'accept', id));
    const { history, historyV2 } = await read();
    expect(history.length).toBe(historyV2.length + 1);
    expect(new Set(history.map(({ uid }: Json) => uid)).size).toBe(history.length);
    expect(history.filter(({ item_note }: Json) => item_note)).toMatchObject([
      { change_type: 'UPDATED', changes: null, item_note: { note: 'Without lid', creator_type: 'Buyer' } },
    ]);
    const statuses = historyV2.flatMap(({ changes }: Json) => changes.statuses?.changes ?? []);
    expect(statuses[0].old_status).toBeNull();
    expect(statuses.at(-1)).toEqual({ old_status: 'IN_REVIEW', new_status: 'ACTIVE' });
    const steps = history.filter(({ item_note }: Json) => !item_note);
    expect(steps.at(-1).changes.statuses.changes).toEqual([{ old_status: 'UPDATED', new_status: 'OPEN' }]);
  });

  it('of templates show when one was ordered last, in lists', async () => {
    const shop = templatesOf(here);
    const buyer = await shop.newBuyer();
    const id = await shop.active(buyer);
    const gql = graphqlClient(here, buyer.me.token);
    const row = async (): Promise<Json> =>
      (
        await gql.data(`{ negotiableQuoteTemplates { items { uid template_id created_at updated_at last_ordered_at orders_placed
          prices { grand_total { value } } } } negotiableQuoteTemplate(templateId: "${id}") { uid } }`)
      ).negotiableQuoteTemplates.items[0];
    expect(await row()).toMatchObject({
      uid: expect.stringMatching(/^[\w=]+$/),
      template_id: String(id),
      last_ordered_at: '',
      orders_placed: 0,
      prices: { grand_total: { value: 28 } },
    });
    const quoteId = ok(await shop.act(buyer.me, 'generateQuote', id));
    const orderId = ok(await shop.pay(buyer, quoteId));
    const { created_at } = ok(await here.admin.get(`/V1/orders/${orderId}`));
    expect(await row()).toMatchObject({ last_ordered_at: created_at, orders_placed: 1 });
  });
});
