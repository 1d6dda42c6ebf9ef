import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { formatTime } from '../../kernel/time.ts';
import type { In, Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { inIds } from '../../storage/sql.ts';
import { negotiationErrors } from './errors.ts';
import { creatorOf } from './creators.ts';
import { recordNote } from './history.ts';
import { requireNegotiation } from './negotiations.ts';
import type { ItemNoteRow } from './tables.ts';
import type { ItemNote } from './types.ts';

const fields: Readonly<Record<string, SearchField>> = {
  note_id: { kind: 'integer', notNull: true },
  negotiable_quote_item_id: { kind: 'integer', notNull: true },
  creator_type: { kind: 'integer', notNull: true },
  creator_id: { kind: 'integer', notNull: true },
  note: { kind: 'text', notNull: true },
  created_at: { kind: 'time', notNull: true },
};

/** Writes a note of the caller on an item of a quote; returns its id. Throws 400 for an empty note and an item of no quote. */
export async function addNote(call: Call, input: In<typeof ItemNote>): Promise<number> {
  const { negotiable_quote_item_id: itemId, note } = input;
  if (!note?.trim()) throw negotiationErrors.noteText();
  const item = await call.db
    .selectFrom('negotiable_quote_item')
    .select('quote_id')
    .where('item_id', '=', itemId ?? 0)
    .executeTakeFirst();
  if (!item) throw negotiationErrors.noSuchItem([itemId]);
  const quote = await requireNegotiation(call, item.quote_id);
  const product_name = await productName(call, item.quote_id, itemId ?? 0);
  await recordNote(call, quote, { item_id: itemId ?? 0, product_name, note });
  const { note_id } = await call.db
    .insertInto('negotiable_quote_item_note')
    .values({
      quote_id: item.quote_id,
      negotiable_quote_item_id: itemId ?? 0,
      ...creatorOf(call),
      note,
      created_at: formatTime(call.clock.now()),
    })
    .returning('note_id')
    .executeTakeFirstOrThrow();
  return note_id;
}

/** The name of the product of an item; empty if the item or the product is gone. */
async function productName(call: Call, quoteId: number, itemId: number): Promise<string> {
  const { quote } = call.services;
  const { items } = await quote.cart(call, quoteId);
  const productId = items.find(({ item_id }) => item_id === itemId)?.product_id ?? 0;
  const product = (await quote.itemProducts(call, [productId])).get(productId);
  return String(product?.values.name ?? product?.product.sku ?? '');
}

/** The note with an id. Throws 404. */
export async function requireNote(call: Call, id: number): Promise<ItemNoteRow> {
  const row = Number.isSafeInteger(id) ? (await findNotes(call, [id])).get(id) : undefined;
  if (!row) throw platformErrors.noSuchEntity({ fieldName: 'noteId', fieldValue: id });
  return row;
}

/** Deletes a note. Throws 404. */
export async function removeNote(call: Call, id: number): Promise<void> {
  await requireNote(call, id);
  await call.db.deleteFrom('negotiable_quote_item_note').where('note_id', '=', id).execute();
}

/** Notes by criteria. */
export function listNotes(call: Call, criteria: SearchCriteria): Promise<FoundList<ItemNoteRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('negotiable_quote_item_note'),
    key: 'note_id',
    fields,
    load: findNotes,
  });
}

async function findNotes(call: Call, ids: readonly number[]): Promise<Map<number, ItemNoteRow>> {
  const rows = await call.db
    .selectFrom('negotiable_quote_item_note')
    .selectAll()
    .where(inIds('note_id', ids))
    .execute();
  return new Map(rows.map((row) => [row.note_id, row]));
}

/** The latest note on each item of quotes, by item id, in one query. */
export async function lastNotesOf(call: Call, quoteIds: readonly number[]): Promise<ReadonlyMap<number, ItemNoteRow>> {
  if (quoteIds.length === 0) return new Map();
  const rows = await call.db
    .selectFrom('negotiable_quote_item_note')
    .selectAll()
    .where('note_id', 'in', (eb) =>
      eb
        .selectFrom('negotiable_quote_item_note')
        .select((of) => of.fn.max('note_id').as('last'))
        .where(inIds('quote_id', quoteIds))
        .groupBy('negotiable_quote_item_id'),
    )
    .execute();
  return new Map(rows.map((row) => [row.negotiable_quote_item_id, row]));
}

/** A note as the wire has it. */
export function showNote(row: ItemNoteRow): Out<typeof ItemNote> {
  const { note_id, negotiable_quote_item_id, creator_type, creator_id, note, created_at } = row;
  return { note_id, negotiable_quote_item_id, creator_type, creator_id, note, created_at };
}
