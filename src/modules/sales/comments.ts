import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import { firstOf, zip } from '../../kernel/lists.ts';
import { formatTime } from '../../kernel/time.ts';
import { numberIn } from './amounts.ts';
import type { DocumentFields, DocumentStore } from './documents.ts';
import type { DocumentKind } from './extensions.ts';
import { mailComment } from './mails.ts';
import { nextRecordIds } from './records/numbers.ts';
import { findOrders } from './records/rows.ts';

/** A comment on a document, as stored and in responses. */
interface DocumentComment {
  is_customer_notified: number;
  parent_id: number | null;
  comment: string | null;
  is_visible_on_front: number;
  created_at: string;
  entity_id: number;
}

/** A comment in a request. */
export interface SentComment {
  readonly comment?: string | null;
  readonly is_visible_on_front?: number | null;
  readonly is_customer_notified?: number | null;
  readonly parent_id?: number | null;
  readonly created_at?: string | null;
}

/** Assigns ids and times to comments, before their document is written. */
export async function makeComments(
  call: Call,
  kind: DocumentKind,
  input: readonly SentComment[],
  parentId: number | null,
): Promise<DocumentComment[]> {
  const ids = await nextRecordIds(call, `${kind}_comment`, input.length);
  const now = formatTime(call.clock.now());
  return zip(input, ids).map(([comment, id]) => ({
    is_customer_notified: numberIn(comment, 'is_customer_notified'),
    parent_id: parentId,
    comment: comment.comment ?? null,
    is_visible_on_front: numberIn(comment, 'is_visible_on_front'),
    created_at: now,
    entity_id: id,
  }));
}

/**
 * Adds a comment to the document that is its parent, and emails it to the customer if requested. Throws `missing` when
 * the document does not exist.
 */
export async function addDocumentComment<D extends DocumentFields>(
  call: Call,
  kind: DocumentKind,
  store: DocumentStore<D>,
  input: SentComment,
  missing: () => PlatformError,
): Promise<DocumentComment> {
  const document = input.parent_id ? await store.find(call, input.parent_id) : undefined;
  if (!document) throw missing();
  const comment = firstOf(await makeComments(call, kind, [input], document.id));
  document.fields.comments = [...document.fields.comments, comment];
  await store.update(call, document);
  if (input.is_customer_notified && input.comment) {
    const order = (await findOrders(call, [document.fields.order_id])).get(document.fields.order_id);
    if (order) await mailComment(call, order, input.comment);
  }
  return comment;
}
