import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lines, newBuyer, pay, type Buyer } from '../customer-balance/shop.ts';
import { getOrder, taxGoods, type Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { readPdf } from '../support/pdf.ts';
import { newProduct } from '../support/products.ts';

const settings = {
  'tax/classes/wrapping_tax_class': '2',
  'sales/gift_options/printed_card_price': '1',
  'sales/gift_options/wrapping_allow_order': '1',
  'sales/gift_options/wrapping_allow_items': '1',
  'sales/gift_options/allow_printed_card': '1',
  'sales/gift_options/allow_gift_receipt': '1',
  'sales/gift_options/allow_order': '1',
  'sales/gift_options/allow_items': '1',
};
const words = { sender: 'Ada', recipient: 'Charles', message: 'For you' };

describe.each(engines)('wrapping on %s', (engine) => {
  let here: Here;
  /** Ids of designs at 4 and at 2.50, of one that is off, and of one for no website. */
  let designs: { paper: number; foil: number; off: number; elsewhere: number };

  beforeAll(async () => {
    here = await startHere(engine);
    await here.configure(settings);
    await taxGoods(here, 10);
    const make = async (base_price: number, over: object = {}): Promise<number> => {
      const data = { design: unique('paper'), status: 1, base_price, website_ids: [1], ...over };
      return ok(await here.admin.post('/V1/gift-wrappings', { data })).wrapping_id;
    };
    designs = {
      paper: await make(4),
      foil: await make(2.5),
      off: await make(1, { status: 0 }),
      elsewhere: await make(1, { website_ids: [] }),
    };
  });
  afterAll(() => here.stop());

  const wrap = (buyer: Buyer, extension_attributes: object, itemId?: number) =>
    buyer.me.post(`/V1/carts/mine/gift-message${itemId === undefined ? '' : `/${itemId}`}`, {
      giftMessage: { ...words, extension_attributes },
    });
  const totalsOf = async ({ me }: Buyer): Promise<Json> => ok(await me.get('/V1/carts/mine/totals'));
  const itemOf = async ({ me }: Buyer): Promise<number> => ok(await me.get('/V1/carts/mine/items'))[0].item_id;

  /** A cart of 32 (20 taxed by a tenth, 10 of shipping), wrapped as a whole for 4 and by the piece for 2.50, with a card for 1; all of that taxed by a tenth. */
  async function wrapped(): Promise<Buyer> {
    const buyer = await newBuyer(here);
    ok(await wrap(buyer, { wrapping_id: designs.paper, wrapping_add_printed_card: true }));
    ok(await wrap(buyer, { wrapping_id: designs.foil }, await itemOf(buyer)));
    return buyer;
  }

  it('is chosen with gift messages, shown with them, and taken off again', async () => {
    const buyer = await wrapped();
    expect(ok(await buyer.me.get('/V1/carts/mine/gift-message'))).toMatchObject({
      ...words,
      extension_attributes: { wrapping_id: designs.paper, wrapping_add_printed_card: true },
    });
    const item = `/V1/carts/mine/gift-message/${await itemOf(buyer)}`;
    expect(ok(await buyer.me.get(item)).extension_attributes).toEqual({ wrapping_id: designs.foil });
    expect((await totalsOf(buyer)).grand_total).toBe(43);
    ok(await wrap(buyer, { wrapping_id: 0, wrapping_add_printed_card: false }));
    ok(await wrap(buyer, { wrapping_id: 0 }, await itemOf(buyer)));
    const plain = await totalsOf(buyer);
    expect([plain.grand_total, lines(plain).length]).toEqual([32, 4]);
    // A message that says nothing of wrapping leaves it as it is.
    ok(await wrap(buyer, { wrapping_id: designs.paper }));
    ok(await buyer.me.post('/V1/carts/mine/gift-message', { giftMessage: { ...words, message: 'Still yours' } }));
    expect((await totalsOf(buyer)).grand_total).toBe(36.4);
    // Wrapping needs no words.
    ok(await buyer.me.post('/V1/carts/mine/gift-message', { giftMessage: { ...words, message: '' } }));
    expect(ok(await buyer.me.get('/V1/carts/mine/gift-message'))).toMatchObject({
      message: '',
      extension_attributes: { wrapping_id: designs.paper },
    });
  });

  it('D140: has a line of its own in the totals, with its taxes', async () => {
    const buyer = await wrapped();
    const totals = await totalsOf(buyer);
    expect(lines(totals).slice(-2)).toEqual([
      ['giftwrapping', 11],
      ['grand_total', 43],
    ]);
    expect(totals.tax_amount).toBe(2);
    const { extension_attributes: told, title } = totals.total_segments.find(
      ({ code }: Json) => code === 'giftwrapping',
    );
    expect(title).toBe('Gift Wrapping');
    expect(told).toMatchObject({
      gw_order_id: String(designs.paper),
      gw_item_ids: [String(await itemOf(buyer))],
      gw_allow_gift_receipt: '0',
      gw_add_card: '1',
      gw_price: '4.0000',
      gw_base_price: '4.0000',
      gw_items_price: '5.0000',
      gw_card_price: '1.0000',
      gw_tax_amount: '0.4000',
      gw_items_tax_amount: '0.5000',
      gw_card_base_tax_amount: '0.1000',
      gw_items_price_incl_tax: '5.5000',
    });
  });

  it('has its lines among the totals of the order in the console, which add up to its grand total', async () => {
    const id = ok(await pay((await wrapped()).me, 'checkmo'));
    const order = await getOrder(here, id);
    const { totals }: Json = ok(await here.admin.raw('GET', `/_/console/orders/${id}/steps`));
    expect(totals).toEqual([
      { label: 'Gift Wrapping for Order', amount: 4 },
      { label: 'Gift Wrapping for Order (Tax)', amount: 0.4 },
      { label: 'Gift Wrapping for Items', amount: 5 },
      { label: 'Gift Wrapping for Items (Tax)', amount: 0.5 },
      { label: 'Printed Card', amount: 1 },
      { label: 'Printed Card (Tax)', amount: 0.1 },
    ]);
    const added = totals.reduce((sum: number, { amount }: Json) => sum + amount, 0);
    expect(order.subtotal + order.shipping_amount + order.tax_amount + added).toBeCloseTo(order.grand_total, 5);
  });

  it('goes into the order, with the first invoice and the first credit memo; pieces with theirs', async () => {
    const buyer = await wrapped();
    const id = ok(await pay(buyer.me, 'checkmo'));
    const placed = await getOrder(here, id);
    expect(placed.grand_total).toBe(43);
    expect(placed.extension_attributes).toMatchObject({
      gw_id: String(designs.paper),
      gw_add_card: '1',
      gw_allow_gift_receipt: '0',
      gw_price: '4.0000',
      gw_items_price: '5.0000',
      gw_card_price: '1.0000',
      gw_tax_amount: '0.4000',
      gw_price_incl_tax: '4.4000',
    });
    expect(placed.items[0].extension_attributes).toMatchObject({
      gw_id: String(designs.foil),
      gw_price: '2.5000',
      gw_tax_amount: '0.5000',
      gw_price_invoiced: '0.0000',
    });
    const one = [{ order_item_id: placed.items[0].item_id, qty: 1 }];
    const first = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true, items: one }));
    const invoice = ok(await here.admin.get(`/V1/invoices/${first}`));
    // A taxed piece for 11, all of the shipping, the wrapping of the order, the card, and the wrapping of one piece.
    expect(invoice.grand_total).toBe(21 + 4.4 + 1.1 + 2.75);
    expect(invoice.extension_attributes).toMatchObject({
      gw_price: '4.0000',
      gw_items_price: '2.5000',
      gw_items_tax_amount: '0.2500',
      gw_card_price: '1.0000',
    });
    const second = ok(await here.admin.post(`/V1/order/${id}/invoice`, { capture: true }));
    expect(ok(await here.admin.get(`/V1/invoices/${second}`)).grand_total).toBe(13.75);

    const goods = { items: one, arguments: { shipping_amount: 0 } };
    const memo = ok(
      await here.admin.get(`/V1/creditmemo/${ok(await here.admin.post(`/V1/order/${id}/refund`, goods))}`),
    );
    expect(memo.grand_total).toBe(11 + 4.4 + 1.1 + 2.75);
    expect(memo.extension_attributes).toMatchObject({ gw_price: '4.0000', gw_items_price: '2.5000' });
    ok(await here.admin.post(`/V1/order/${id}/refund`));
    const closed = await getOrder(here, id);
    expect([closed.state, closed.total_paid, closed.total_refunded]).toEqual(['closed', 43, 43]);
    expect(closed.extension_attributes).toMatchObject({
      gw_price_invoiced: '4.0000',
      gw_price_refunded: '4.0000',
      gw_items_price_refunded: '5.0000',
      gw_items_tax_refunded: '0.5000',
      gw_card_tax_invoiced: '0.1000',
    });
    expect(closed.items[0].extension_attributes).toMatchObject({
      gw_price_invoiced: '5.0000',
      gw_price_refunded: '5.0000',
      gw_tax_amount_refunded: '0.5000',
    });
    const items = ok(await here.admin.get(`/V1/orders/items/${placed.items[0].item_id}`));
    expect(items.extension_attributes.gw_price).toBe('2.5000');
  });

  it('is canceled with its order, and not charged where it is not to be had any more', async () => {
    const canceled = ok(await pay((await wrapped()).me, 'checkmo'));
    ok(await here.admin.post(`/V1/orders/${canceled}/cancel`));
    expect(await getOrder(here, canceled)).toMatchObject({ state: 'canceled', total_canceled: 43 });

    const buyer = await newBuyer(here);
    const data = { design: 'Brief', status: 1, base_price: 3, website_ids: [1] };
    const { wrapping_id } = ok(await here.admin.post('/V1/gift-wrappings', { data }));
    ok(await wrap(buyer, { wrapping_id }));
    expect((await totalsOf(buyer)).grand_total).toBe(35.3);
    ok(await here.admin.delete(`/V1/gift-wrappings/${wrapping_id}`));
    expect((await totalsOf(buyer)).grand_total).toBe(32);
    const placed = await getOrder(here, ok(await pay(buyer.me, 'checkmo')));
    expect([placed.grand_total, placed.extension_attributes.gw_id]).toEqual([32, undefined]);
  });

  it('is allowed and priced by products themselves, where they say so', async () => {
    const attributes = (list: Record<string, string>) => ({
      custom_attributes: Object.entries(list).map(([attribute_code, value]) => ({ attribute_code, value })),
    });
    const made = async (list: Record<string, string>): Promise<[Buyer, number]> => {
      const { sku } = await newProduct(here, attributes({ tax_class_id: '0', ...list }));
      const buyer = await newBuyer(here);
      const quote_id = buyer.cartId;
      const added = ok(await buyer.me.post('/V1/carts/mine/items', { cartItem: { sku, qty: 1, quote_id } }));
      return [buyer, added.item_id];
    };
    const [never, neverItem] = await made({ gift_wrapping_available: '0' });
    fails(await wrap(never, { wrapping_id: designs.foil }, neverItem), 400, 'Gift wrapping is not available.');
    const [dear, dearItem] = await made({ gift_wrapping_available: '2', gift_wrapping_price: '7' });
    const before = (await totalsOf(dear)).grand_total;
    ok(await wrap(dear, { wrapping_id: designs.foil }, dearItem));
    expect((await totalsOf(dear)).grand_total - before).toBeCloseTo(7.7);
    await here.configure({ 'sales/gift_options/wrapping_allow_items': '0' });
    const [always, alwaysItem] = await made({ gift_wrapping_available: '1' });
    ok(await wrap(always, { wrapping_id: designs.foil }, alwaysItem));
    await here.configure(settings);
  });

  it('is refused where it is not offered, and nothing is changed then', async () => {
    const buyer = await newBuyer(here);
    const unavailable = 'Gift wrapping is not available.';
    for (const wrapping_id of [designs.off, designs.elsewhere]) {
      fails(await wrap(buyer, { wrapping_id }), 400, unavailable);
      fails(await wrap(buyer, { wrapping_id }, await itemOf(buyer)), 400, unavailable);
    }
    fails(await wrap(buyer, { wrapping_id: 999_999 }), 404, 'Gift Wrapping with specified ID "999999" not found.');
    await here.configure({
      'sales/gift_options/wrapping_allow_order': '0',
      'sales/gift_options/wrapping_allow_items': '0',
      'sales/gift_options/allow_printed_card': '0',
      'sales/gift_options/allow_gift_receipt': '0',
    });
    fails(await wrap(buyer, { wrapping_id: designs.paper }), 400, unavailable);
    fails(await wrap(buyer, { wrapping_id: designs.paper }, await itemOf(buyer)), 400, unavailable);
    fails(await wrap(buyer, { wrapping_add_printed_card: true }), 400, unavailable);
    fails(await wrap(buyer, { wrapping_allow_gift_receipt: true }), 400, unavailable);
    await here.configure(settings);
    expect((await totalsOf(buyer)).grand_total).toBe(32);
    const { body } = await buyer.me.get('/V1/carts/mine/gift-message');
    expect(body ?? []).toEqual([]);
  });

  it('is paid by gift cards as all else is, in every document', async () => {
    const buyer = await wrapped();
    const { code } = ok(await here.admin.post('/V1/giftcardaccounts', { giftcardAccount: { balance: 100 } }));
    ok(await buyer.me.post('/V1/carts/mine/giftCards', { giftCardAccountData: { gift_cards: [code] } }));
    const {
      entity_id: id,
      grand_total,
      items,
      extension_attributes,
    } = await getOrder(here, ok(await pay(buyer.me, 'free')));
    expect(grand_total).toBe(0);
    const some = { items: [{ order_item_id: items[0].item_id, qty: 1 }] };
    for (const body of [some, {}]) {
      const invoice = ok(await here.admin.post(`/V1/order/${id}/invoice`, body));
      expect(ok(await here.admin.get(`/V1/invoices/${invoice}`)).grand_total).toBe(0);
    }
    const invoiced = (await getOrder(here, id)).extension_attributes.gift_cards_invoiced;
    expect(invoiced).toBe(extension_attributes.gift_cards_amount);
    for (const body of [some, {}]) {
      const memo = ok(await here.admin.post(`/V1/order/${id}/refund`, body));
      expect(ok(await here.admin.get(`/V1/creditmemo/${memo}`)).grand_total).toBe(0);
    }
    expect((await getOrder(here, id)).extension_attributes.gift_cards_refunded).toBe(invoiced);
  });

  it('stands on the packing slip, with designs, messages, the receipt and the card', async () => {
    const buyer = await newBuyer(here);
    const chosen = { wrapping_id: designs.paper, wrapping_add_printed_card: true, wrapping_allow_gift_receipt: true };
    ok(await wrap(buyer, chosen));
    ok(await wrap(buyer, { wrapping_id: designs.foil }, await itemOf(buyer)));
    const name = async (id: number): Promise<string> => ok(await here.admin.get(`/V1/gift-wrappings/${id}`)).design;
    const names = [await name(designs.paper), await name(designs.foil)];
    const order = ok(await pay(buyer.me, 'checkmo'));
    const shipment = ok(await here.admin.post(`/V1/order/${order}/ship`));
    const slip = async (): Promise<string> => {
      const headers = { accept: 'application/pdf', authorization: `Bearer ${here.admin.token}` };
      const answer = await fetch(`${here.base}/rest/V1/shipment/${shipment}`, { headers });
      expect(answer.status).toBe(200);
      return readPdf(Buffer.from(await answer.arrayBuffer())).text.replace(/\s+/g, ' ');
    };
    const text = await slip();
    for (const note of names.map((one) => `Gift wrapping: ${one}`)) expect(text).toContain(note);
    expect(text.split('Gift message from Ada to Charles: For you')).toHaveLength(3);
    expect(text).toContain('Enclose a gift receipt. Enclose a printed card.');
    ok(await here.admin.delete(`/V1/gift-wrappings/${designs.foil}`));
    expect(await slip()).toContain(`Gift wrapping: #${designs.foil}`);
  });
});
