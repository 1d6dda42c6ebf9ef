import type { Call } from '../../kernel/call.ts';
import { objectType, valueTypes, type GraphQLTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { parseJson } from '../../kernel/json-text.ts';
import { Decimal } from '../../kernel/money.ts';
import { uidOf } from '../../kernel/uids.ts';
import type { BuyersQuote } from './buyers.ts';
import { authorName } from './creators.ts';
import { shownStatus } from './graphql-status.ts';
import { historyOfQuote } from './history.ts';
import type { HistoryNote, NegotiationRow, QuoteHistoryRow } from './tables.ts';
import { creatorTypes } from './types.ts';

type ShownChanges = GraphQLTypes['NegotiableQuoteHistoryChanges'];

/** A change of a quote or of a quote template, as storefronts see it. */
interface HistoryEntry {
  readonly author: Pick<NegotiationRow, 'creator_type' | 'creator_id'>;
  readonly change_type: GraphQLTypes['NegotiableQuoteHistoryEntryChangeType'];
  readonly changes: ShownChanges | null;
  readonly created_at: string;
  readonly uid: string;
  /** The note on an item that the change is; null: none. */
  readonly item_note: NotedItem | null;
}

/** A note on an item in a history. */
interface NotedItem extends HistoryNote, Pick<QuoteHistoryRow, 'created_at' | 'creator_type' | 'creator_id'> {}

const values = valueTypes({
  NegotiableQuoteHistoryChanges: {
    comment_added: 'NegotiableQuoteHistoryCommentChange',
    custom_changes: 'NegotiableQuoteCustomLogChange',
    expiration: 'NegotiableQuoteHistoryExpirationChange',
    products_removed: 'NegotiableQuoteHistoryProductsRemovedChange',
    statuses: 'NegotiableQuoteHistoryStatusesChange',
    total: 'NegotiableQuoteHistoryTotalChange',
  },
});

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {
    HistoryItemNoteData: NotedItem;
    NegotiableQuoteHistoryEntry: HistoryEntry;
    NegotiableQuoteHistoryProductsRemovedChange: { readonly ids: readonly number[] };
  }
}

/** The changes of a quote, oldest first. */
export async function shownHistory(call: Call, { cart, row }: BuyersQuote): Promise<HistoryEntry[]> {
  const currency = call.services.quote.currencies(call, cart).displayed;
  let totalBefore: number | null = null;
  return (await historyOfQuote(call, row.quote_id)).map((entry) => {
    const total = totalChange(entry, currency, totalBefore);
    totalBefore = entry.total ?? totalBefore;
    return {
      author: entry,
      change_type: changeType(entry),
      changes: { ...shownChanges(entry), total },
      created_at: entry.created_at,
      uid: uidOf(entry.history_id),
      item_note: notedItem(entry),
    };
  });
}

function notedItem(entry: QuoteHistoryRow): NotedItem | null {
  if (entry.item_note === null) return null;
  const { created_at, creator_type, creator_id } = entry;
  return { ...parseJson(entry.item_note), created_at, creator_type, creator_id };
}

/** The notes on items of a quote or of a template, as entries of a history, oldest first. */
export async function noteHistory(call: Call, quoteId: number): Promise<HistoryEntry[]> {
  return (await historyOfQuote(call, quoteId)).flatMap((entry) => {
    const item_note = notedItem(entry);
    if (!item_note) return [];
    const { created_at } = entry;
    return [
      {
        author: entry,
        change_type: 'UPDATED',
        changes: null,
        created_at,
        uid: uidOf(`note/${entry.history_id}`),
        item_note,
      },
    ];
  });
}

function changeType({ old_status, new_status }: QuoteHistoryRow) {
  if (old_status === null) return 'CREATED';
  if (old_status !== new_status && new_status === 'closed') return 'CLOSED';
  return old_status !== new_status && new_status === 'expired' ? 'UPDATED_BY_SYSTEM' : 'UPDATED';
}

/** The change of the total after another one, in ten-thousandths; null: none before. Both prices are null where it stayed. */
function totalChange({ total }: QuoteHistoryRow, currency: string, totalBefore: number | null) {
  if (total === null || totalBefore === null || total === totalBefore) return { new_price: null, old_price: null };
  const money = (units: number) => ({ value: Decimal.fromUnits(units, 4).toNumber(), currency });
  return { new_price: money(total), old_price: money(totalBefore) };
}

function shownChanges(row: QuoteHistoryRow): Omit<ShownChanges, 'total'> {
  const { comment, new_expires_on, old_expires_on, old_status, new_status } = row;
  const ids: number[] = parseJson(row.removed);
  const change = {
    new_status: shownStatus(new_status),
    old_status: old_status === null ? null : shownStatus(old_status),
  };
  return {
    comment_added: comment === null ? null : { comment },
    custom_changes: null,
    expiration: { new_expiration: new_expires_on ?? 'Never', old_expiration: old_expires_on },
    products_removed: ids.length > 0 ? { ids } : null,
    statuses: old_status === new_status ? null : { changes: [change] },
  };
}

const entryType = objectType('NegotiableQuoteHistoryEntry', (t) => ({
  author: t.field('NegotiableQuoteUser!', ({ author }, _, call) => authorName(call, author)),
  change_type: 'NegotiableQuoteHistoryEntryChangeType!',
  changes: 'NegotiableQuoteHistoryChanges',
  created_at: 'String',
  item_note: 'HistoryItemNoteData',
  uid: 'ID!',
}));

const noteType = objectType('HistoryItemNoteData', (t) => ({
  created_at: 'String!',
  creator_name: t.field('String!', async (note, _, call) => {
    const { firstname, lastname } = await authorName(call, note);
    return `${firstname} ${lastname}`.trim();
  }),
  creator_type: t.field('String!', ({ creator_type }) => (creator_type === creatorTypes.customer ? 'Buyer' : 'Seller')),
  item_id: 'Int!',
  note: 'String!',
  product_name: 'String!',
}));

const removedType = objectType('NegotiableQuoteHistoryProductsRemovedChange', (t) => ({
  products_removed_from_catalog: t.field('[ID]', () => []),
  products_removed_from_quote: t.field('[ProductInterface]', ({ ids }, _, call) =>
    Promise.all(ids.map(async (id) => (await call.services.storefront.product(call, id)) ?? null)),
  ),
}));

/** The histories of quotes in GraphQL. */
export const quoteHistoryDeclarations = [values, entryType, noteType, removedType];
