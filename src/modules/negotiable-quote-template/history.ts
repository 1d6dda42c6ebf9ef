import type { Call } from '../../kernel/call.ts';
import { jsonTextOf } from '../../kernel/json-text.ts';
import { formatTime } from '../../kernel/time.ts';

/** The changes of a step of a template. */
export interface HistoryChanges {
  readonly status?: { readonly old: string | null; readonly new: string };
  readonly expiration?: { readonly old: string | null; readonly new: string | null };
  readonly comment?: string;
  /** Other changed values, by title. */
  readonly custom?: readonly { readonly title: string; readonly old: string | null; readonly new: string }[];
}

/** Kinds of steps, by the interface's names. */
export type HistoryChangeType = 'CREATED' | 'UPDATED' | 'CLOSED' | 'UPDATED_BY_SYSTEM';

/** Records a step of a template. */
export async function recordStep(
  call: Call,
  templateId: number,
  type: HistoryChangeType,
  changes: HistoryChanges,
): Promise<void> {
  await call.db
    .insertInto('negotiable_quote_template_history')
    .values({
      template_id: templateId,
      ...call.services.negotiableQuote.creatorOf(call),
      change_type: type,
      changes: jsonTextOf(changes),
      created_at: formatTime(call.clock.now()),
    })
    .execute();
}
