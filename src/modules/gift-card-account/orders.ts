import type { Call } from '../../kernel/call.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { insertRows } from '../../storage/rows.ts';
import type { CartTotal } from '../quote/totals/extensions.ts';
import type { OrderExtension, StoredOrder } from '../sales/extensions.ts';
import { shareOfPayment, type OrderTotal, namesOfTotal } from '../sales/total-extensions.ts';
import { accountStates, findAccounts } from './accounts.ts';
import { cardsOf, paidIn, TOTAL } from './carts.ts';
import { toCents } from './cents.ts';
import { giftCardErrors } from './errors.ts';
import { historyActions, writeHistory, type NewHistoryEntry } from './history.ts';
import { stateWith } from './save.ts';
import { paidBy, sharesOf, type CardShare } from './shares.ts';

interface OrderedCard {
  readonly id: number;
  readonly code: string;
  readonly amount: number;
  readonly base_amount: number;
}

declare module '../quote/document-extensions.ts' {
  interface OrderExtensions {
    readonly gift_cards?: readonly OrderedCard[];
    readonly gift_cards_amount?: number;
    readonly base_gift_cards_amount?: number;
  }
}

/** The gift card payment of a cart. */
export const cartTotal: CartTotal = {
  code: TOTAL,
  after: 'grand_total',
  sortOrder: 120,
  async load(call, cart) {
    if (!cart.gift_card_ids?.length) return undefined;
    const cards = await cardsOf(call, cart);
    if (cards.length === 0) return undefined;
    const documentOf = ({ id, code, amount, base }: CardShare) => ({
      i: id,
      c: code,
      a: amount.toNumber(),
      ba: base.toNumber(),
    });
    const used: (totals: Parameters<typeof paidIn>[0]) => CardShare[] = (totals) =>
      sharesOf(cards, paidIn(totals)).filter(({ base }) => !base.isZero());
    return {
      collect({ currencyRate }, { grandTotal }) {
        const { amount, base } = paidBy(cards, grandTotal, currencyRate);
        return { amount: amount.negated(), base: base.negated() };
      },
      show: (totals) => ({
        title: 'Gift Cards',
        extension_attributes: { gift_cards: JSON.stringify(sharesOf(cards, paidIn(totals)).map(documentOf)) },
      }),
      draft: (totals) => ({
        gift_cards: used(totals).map(({ id, code, amount, base }) => ({
          id,
          code,
          amount: amount.toNumber(),
          base_amount: base.toNumber(),
        })),
        gift_cards_amount: paidIn(totals).amount.toNumber(),
        base_gift_cards_amount: paidIn(totals).base.toNumber(),
      }),
      onPlace: (inside, totals) => take(inside, used(totals)),
      onOrdered: (inside, totals, order) => book(inside, used(totals), order.entity_id, order.increment_id),
    };
  },
};

/** Debits each card with its share. Cards are locked in order of id, so that orders cannot deadlock. */
async function take(call: Call, shares: readonly CardShare[]): Promise<void> {
  for (const { id, code, base } of shares.toSorted((one, other) => one.id - other.id)) {
    const cents = toCents(base);
    const { numUpdatedRows } = await call.db
      .updateTable('giftcardaccount')
      .set(({ eb, case: choose }) => ({
        balance: eb('balance', '-', cents),
        state: choose().when('balance', '=', cents).then(accountStates.used).else(accountStates.available).end(),
      }))
      .where('giftcardaccount_id', '=', id)
      .where('status', '=', 1)
      .where('balance', '>=', cents)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw giftCardErrors.balanceGone([code]);
  }
}

/** Records the order that the cards paid for. */
async function book(call: Call, shares: readonly CardShare[], orderId: number, number: string): Promise<void> {
  const uses = shares.map(({ id, base }, position) => ({
    order_id: orderId,
    giftcardaccount_id: id,
    position,
    amount: toCents(base),
    returned: 0,
  }));
  await insertRows(call.db, 'giftcardaccount_use', uses);
  const accounts = await findAccounts(
    call,
    shares.map(({ id }) => id),
  );
  const entries = shares.map(({ id, base }) => ({
    accountId: id,
    action: historyActions.used,
    balance: valueAt(accounts, id).balance,
    delta: -toCents(base),
    info: `Order #${number}.`,
  }));
  await writeHistory(call, entries);
}

/** Splits an amount, in cents, over the cards: the first card gets back up to its payment, then the next. */
function partsOf(
  uses: readonly { readonly giftcardaccount_id: number; readonly amount: number; readonly returned: number }[],
  cents: number,
) {
  let left = cents;
  return uses.flatMap(({ giftcardaccount_id: id, amount, returned }) => {
    const part = Math.min(left, amount - returned);
    left -= Math.max(part, 0);
    return part > 0 ? [{ id, part, returned }] : [];
  });
}

/** Returns an amount to the cards of an order, at most the payment of each; records the reason in their history. */
async function giveBack(call: Call, order: StoredOrder, cents: number, info: string): Promise<void> {
  const uses = await call.db
    .selectFrom('giftcardaccount_use')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const entries: NewHistoryEntry[] = [];
  // Cards change in order of id, as in payments, to avoid deadlocks.
  for (const { id, part, returned } of partsOf(uses, cents).toSorted((one, other) => one.id - other.id)) {
    await call.db
      .updateTable('giftcardaccount_use')
      .set({ returned: returned + part })
      .where('order_id', '=', order.id)
      .where('giftcardaccount_id', '=', id)
      .execute();
    const account = await call.db
      .updateTable('giftcardaccount')
      .set(({ eb }) => ({ balance: eb('balance', '+', part), state: stateWith(part) }))
      .where('giftcardaccount_id', '=', id)
      .returning('balance')
      .executeTakeFirst();
    // Deleted cards receive nothing.
    if (account) {
      entries.push({ accountId: id, action: historyActions.updated, balance: account.balance, delta: part, info });
    }
  }
  await writeHistory(call, entries);
}

/** The gift card payment of an order, its invoices and credit memos. */
export const orderTotal: OrderTotal = {
  names: namesOfTotal('gift_cards'),
  sign: -1,
  share: shareOfPayment,
  label: () => 'Gift Cards',
  onCancel: (call, order, { base }) =>
    giveBack(call, order, base.toDecimalPlaces(2).times(100).toNumber(), `Order #${order.fields.increment_id}.`),
  onRefund: (call, order, { base }, memo) =>
    giveBack(call, order, base.toDecimalPlaces(2).times(100).toNumber(), `Credit memo #${memo.number}.`),
};

/** Adds the cards to orders that they paid for. */
export const orderCards: OrderExtension = {
  fields: ['gift_cards', 'gift_cards_amount', 'base_gift_cards_amount'],
  load: async (_, { orders }) => ({
    orders: new Map(
      orders.flatMap(({ id, gift_cards, gift_cards_amount = 0, base_gift_cards_amount = 0 }) =>
        gift_cards ? [[id, { gift_cards, gift_cards_amount, base_gift_cards_amount }] as const] : [],
      ),
    ),
  }),
};
