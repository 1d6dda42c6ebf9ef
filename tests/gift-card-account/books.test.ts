import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import * as fc from '../support/properties.ts';
import { fillCart } from '../customer-balance/shop.ts';
import { addCard, cardNow, newCard, sumOfHistory } from './cards.ts';

const cents = (amount: number): number => Math.round(amount * 100);

/** Whatever is invoiced, refunded or canceled of an order, cards and orders tell the same, to the cent. */
describe.each(engines)('the books of gift cards, on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const orderNow = async (id: number): Promise<Json> => ok(await here.admin.get(`/V1/orders/${id}`));

  /** An order for two pieces of a price, sent for 10, and the cards that it was paid with, in full or in part. */
  async function order(price: number, balances: readonly number[]): Promise<{ id: number; cards: readonly Json[] }> {
    const { sku } = await newProduct(here, { price });
    const me = await here.callerOf('customer', (await newCustomer(here)).id);
    await fillCart(me, sku);
    const cards: Json[] = [];
    for (const balance of balances) {
      const card = await newCard(here, balance);
      if ((await addCard(me, card)).status === 200) cards.push(card);
    }
    const { grand_total: due } = ok(await me.get('/V1/carts/mine/totals'));
    const paymentMethod = { method: due === 0 ? 'free' : 'checkmo' };
    return { id: Number(ok(await me.post('/V1/carts/mine/payment-information', { paymentMethod }))), cards };
  }

  /** What is on cards now, in cents; each history adds up to it. */
  async function rest(cards: readonly Json[]): Promise<number> {
    const now = await Promise.all(cards.map((card) => cardNow(here, card)));
    for (const card of now) {
      expect(sumOfHistory(card)).toBe(cents(card.balance));
      expect([card.state, card.balance]).toEqual([card.balance === 0 ? 1 : 0, card.balance]);
    }
    return now.reduce((sum, { balance }) => sum + cents(balance), 0);
  }

  async function document(id: number, kind: 'invoice' | 'refund', qty: number): Promise<Json> {
    const { items } = await orderNow(id);
    const sent = { items: [{ order_item_id: items[0].item_id, qty }] };
    const made = ok(await here.admin.post(`/V1/order/${id}/${kind}`, sent));
    return ok(await here.admin.get(kind === 'invoice' ? `/V1/invoices/${made}` : `/V1/creditmemo/${made}`));
  }

  it('balance after partial invoices, partial refunds and cancellations', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9_999 }),
        fc.array(fc.integer({ min: 1, max: 12_000 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 0, max: 2 }),
        fc.integer({ min: 0, max: 2 }),
        async (price, balances, invoiced, refunded) => {
          const { id, cards } = await order(
            price / 100,
            balances.map((balance) => balance / 100),
          );
          const before = cards.reduce((sum, { balance }) => sum + cents(balance), 0);
          const placed = await orderNow(id);
          const amount = cents(placed.extension_attributes.gift_cards_amount);
          expect(cents(placed.grand_total) + amount).toBe(2 * price + 1_000);
          expect(await rest(cards)).toBe(before - amount);

          const documents: Json[] = [];
          for (let piece = 0; piece < invoiced; piece++) documents.push(await document(id, 'invoice', 1));
          if (invoiced < 2) ok(await here.admin.post(`/V1/orders/${id}/cancel`));
          const memos: Json[] = [];
          for (let piece = 0; piece < Math.min(refunded, invoiced); piece++)
            memos.push(await document(id, 'refund', 1));

          const { extension_attributes: told, ...after } = await orderNow(id);
          const sum = (all: readonly Json[]) =>
            all.reduce((total, one) => total + cents(one.extension_attributes?.gift_cards_amount ?? 0), 0);
          expect(cents(told.gift_cards_invoiced ?? 0)).toBe(sum(documents));
          expect(cents(told.gift_cards_refunded ?? 0)).toBe(sum(memos));
          const canceled = invoiced < 2 ? amount - sum(documents) : 0;
          expect(await rest(cards)).toBe(before - amount + canceled + sum(memos));
          if (invoiced === 2) expect(sum(documents)).toBe(amount);
          for (const one of [...documents, ...memos]) expect(one.grand_total).toBeGreaterThanOrEqual(0);
          expect(cents(after.total_paid ?? 0)).toBe(
            documents.reduce((total, one) => total + cents(one.grand_total), 0),
          );
          if (refunded >= invoiced) {
            expect(await rest(cards)).toBe(before);
            expect(cents(after.total_refunded ?? 0)).toBe(cents(after.total_paid ?? 0));
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('give a part of an order back to the cards, the first of them first', async () => {
    const { id, cards } = await order(20, [12, 25]);
    await document(id, 'invoice', 2);
    expect(cents((await document(id, 'refund', 1)).extension_attributes.gift_cards_amount)).toBeGreaterThan(0);
    const [small, large] = await Promise.all(cards.map((card) => cardNow(here, card)));
    const { gift_cards_refunded: refunded } = (await orderNow(id)).extension_attributes;
    expect([small!.balance, large!.balance]).toEqual([12, Math.round((refunded - 12) * 100) / 100]);
    // A card that was deleted takes nothing back, and hinders nobody.
    ok(await here.admin.delete(`/V1/giftcardaccounts/${small!.account_id}`));
    await document(id, 'refund', 1);
    expect((await cardNow(here, large!)).balance).toBe(25);
  });
});
