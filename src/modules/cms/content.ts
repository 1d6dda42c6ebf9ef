import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import { readTime } from '../../storage/criteria/values.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';

/** Fields that lists of pages and of blocks can both be searched and sorted by. */
export const contentFields: Record<string, SearchField> = {
  title: { kind: 'text', notNull: true },
  content: { kind: 'text' },
  creation_time: { kind: 'time', notNull: true },
  update_time: { kind: 'time', notNull: true },
  is_active: { kind: 'flag', notNull: true },
  store_id: { kind: 'integer', notNull: true },
};

/** A time of the input in its stored form; undefined for none. Throws 400 for an invalid time. */
export function readSentTime(text: string | null | undefined, field: string): string | undefined {
  return text ? readTime(text, field).slice(0, 19) : undefined;
}

/** The call's time in its stored form. */
export function storedTime(call: Call): string {
  return formatTime(call.clock.now());
}
