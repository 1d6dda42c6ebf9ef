import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import { makeComments, type SentComment } from './comments.ts';
import { salesErrors } from './errors.ts';
import type { DocumentKind } from './extensions.ts';
import type { StoredOrder } from './order.ts';
import { nextNumber, nextRecordIds } from './records/numbers.ts';

/** A document in a request, as far as all kinds are alike. */
interface DocumentInput<Item> {
  readonly increment_id?: string | null;
  readonly items?: readonly Item[] | null;
  readonly comments?: readonly SentComment[] | null;
}

/** The id of the order that a document in a request is about. Throws 404 when it names none. */
export function orderIdOf({ order_id }: { readonly order_id?: number | null }): number {
  if (!order_id) throw salesErrors.notFound();
  return order_id;
}

/**
 * The fields that every stored document has, of a document in a request: its order, its number, its items and its comments with new ids.
 * Throws 400 for an item of another order.
 */
export async function documentFrom<Item extends { readonly order_item_id?: number | null }>(
  call: Call,
  kind: DocumentKind,
  order: StoredOrder,
  input: DocumentInput<Item>,
) {
  const known = new Set(order.items.map((item) => item.id));
  const items = (input.items ?? []).map((item) => {
    const { order_item_id } = item;
    if (typeof order_item_id !== 'number' || !known.has(order_item_id)) throw salesErrors.foreignItem([order_item_id]);
    return Object.assign({}, item, { order_item_id });
  });
  const ids = await nextRecordIds(call, `${kind}_item`, items.length);
  return {
    order_id: order.id,
    increment_id: input.increment_id ?? (await nextNumber(call, kind, order.fields.store_id)),
    items: zip(items, ids).map(([item, id]) => Object.assign(item, { entity_id: id })),
    comments: await makeComments(call, kind, input.comments ?? [], null),
  };
}
