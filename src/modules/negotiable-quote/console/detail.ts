import type { Call } from '../../../kernel/call.ts';
import { elementAt, zip } from '../../../kernel/lists.ts';
import { Decimal, round } from '../../../kernel/money.ts';
import type { Out } from '../../../kernel/types.ts';
import type { BuyersQuote } from '../buyers.ts';
import { commentsOfQuote } from '../comments.ts';
import { authorName } from '../creators.ts';
import { rowDiscounts } from '../discounts.ts';
import { historyOfQuote } from '../history.ts';
import { priceOf, proposedPrices } from '../negotiations.ts';
import { lastNotesOf } from '../notes.ts';
import { costsOf, originalsOf, pricedRows } from '../show.ts';
import { changeableStates, statesBefore } from '../states.ts';
import type { NegotiationRow } from '../tables.ts';
import { creatorTypes } from '../types.ts';
import { showHeads } from './list.ts';
import type { ConsoleQuote } from './types.ts';

type ShownQuote = Out<typeof ConsoleQuote>;

/** A quote with its items, comments and changes. The number of queries does not depend on theirs. */
export async function showQuote(call: Call, quote: BuyersQuote): Promise<ShownQuote> {
  const { cart, row } = quote;
  const head = elementAt(await showHeads(call, [quote]), 0);
  const price = priceOf(row);
  return {
    ...head,
    buyer_currency: call.services.quote.currencies(call, cart).displayed,
    price_type: price?.type,
    price_value: price?.value.toNumber(),
    proposed_shipping: row.shipping_price === null ? undefined : Decimal.fromUnits(row.shipping_price, 4).toNumber(),
    shipping_method: cart.shipping_method ?? undefined,
    shipping_address: addressText(quote),
    may_change: changeableStates.some((state) => state === row.status),
    may_submit: statesBefore('submitted_by_admin').some((state) => state === row.status),
    may_decline: statesBefore('declined').some((state) => state === row.status),
    items: await showItems(call, quote),
    comments: await showComments(call, row),
    history: await showHistory(call, row),
  };
}

function addressText({ cart: { shipping } }: BuyersQuote): string {
  const { firstname, lastname, street, postcode, city, country_id } = shipping;
  const parts = [[firstname, lastname], street, [postcode, city], [country_id]];
  return parts.flatMap((part) => part.filter(Boolean).join(' ') || []).join(', ');
}

async function showItems(call: Call, { cart, row }: BuyersQuote): Promise<ShownQuote['items']> {
  const { nodes } = await call.services.quote.evaluate(call, cart);
  const costs = await costsOf(call, cart);
  const notes = await lastNotesOf(call, [row.quote_id]);
  const rows = pricedRows(cart, row);
  const prices = proposedPrices(row);
  const proposed = zip(rows, rowDiscounts(rows, prices)).map(
    ([{ itemId, amount }, off]) => [itemId, { amount, proposed: amount.minus(off) }] as const,
  );
  const amounts = new Map(proposed);
  const originals = new Map(originalsOf(row).map((one) => [one.item_id, one]));
  return nodes.map((node) => {
    const { item_id, qty } = node.item;
    const price = prices.items.find((one) => one.item_id === item_id);
    const amount = amounts.get(item_id);
    return {
      item_id,
      sku: call.services.quote.itemSku(node),
      name: call.services.quote.itemName(node),
      qty,
      price: originals.get(item_id)?.base_price ?? 0,
      cost: costs.get(item_id)?.one,
      price_type: price?.type,
      price_value: price?.value,
      original_row: numberOf(amount?.amount),
      proposed_row: numberOf(amount?.proposed),
      note: notes.get(item_id)?.note,
    };
  });
}

const numberOf = (amount: Decimal | undefined): number => (amount ? round(amount, 4).toNumber() : 0);

type Author = Pick<NegotiationRow, 'creator_type' | 'creator_id'>;

/** Whether the shop is the author. */
const isOurs = ({ creator_type }: Author): boolean => creator_type === creatorTypes.admin;

async function nameOfAuthor(call: Call, author: Author): Promise<string> {
  const { firstname, lastname } = await authorName(call, author);
  return `${firstname} ${lastname}`.trim();
}

async function showComments(call: Call, { quote_id }: NegotiationRow): Promise<ShownQuote['comments']> {
  const comments = await commentsOfQuote(call, quote_id);
  return Promise.all(
    comments.map(async ({ comment: { entity_id, is_decline, comment, created_at, ...author }, attachments }) => ({
      entity_id,
      author: await nameOfAuthor(call, author),
      is_ours: isOurs(author),
      is_decline: is_decline === 1,
      comment,
      created_at,
      attachments: attachments.map(({ attachment_id, file_name }) => ({ attachment_id, file_name })),
    })),
  );
}

async function showHistory(call: Call, { quote_id }: NegotiationRow): Promise<ShownQuote['history']> {
  const changes = await historyOfQuote(call, quote_id);
  return Promise.all(
    changes.map(async (change) => ({
      history_id: change.history_id,
      author: await nameOfAuthor(call, change),
      is_ours: isOurs(change),
      old_status: change.old_status ?? undefined,
      new_status: change.new_status,
      expires_on: change.new_expires_on ?? undefined,
      total: change.total === null ? undefined : Decimal.fromUnits(change.total, 4).toNumber(),
      created_at: change.created_at,
    })),
  );
}
