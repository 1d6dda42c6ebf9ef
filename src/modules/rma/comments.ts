import type { Call } from '../../kernel/call.ts';
import { zip } from '../../kernel/lists.ts';
import { formatTime } from '../../kernel/time.ts';
import { nextIds } from '../../storage/sequences.ts';
import { returnErrors } from './errors.ts';
import type { StoredComment, StoredTrack } from './returns.ts';
import type { ReturnStatus } from './states.ts';
import type { SentComment, SentTrack } from './types.ts';

/** Author of a comment. Buyers always see their own comments, and get no notification of them. */
export type Author = 'shop' | 'buyer';

/** Comments with ids, for a return in this state. Throws 400 for an empty one. */
export async function makeComments(
  call: Call,
  input: readonly SentComment[],
  status: ReturnStatus,
  author: Author = 'shop',
): Promise<StoredComment[]> {
  const isBuyers = author === 'buyer';
  const ids = await nextIds(call.db, 'rma_comment', input.length);
  const created_at = formatTime(call.clock.now());
  return zip(input, ids).map(([one, entity_id]) => {
    const comment = (one.comment ?? '').trim();
    if (comment === '') throw returnErrors.comment();
    return {
      entity_id,
      comment,
      created_at,
      customer_notified: !isBuyers && (one.customer_notified ?? false),
      visible_on_front: isBuyers || (one.visible_on_front ?? false),
      status,
      admin: !isBuyers,
    };
  });
}

/** Tracks with ids. Throws 400 for one without carrier or number. */
export async function makeTracks(call: Call, input: readonly SentTrack[]): Promise<StoredTrack[]> {
  const ids = await nextIds(call.db, 'rma_track', input.length);
  return zip(input, ids).map(([one, entity_id]) => {
    const carrier_code = (one.carrier_code ?? '').trim();
    const track_number = (one.track_number ?? '').trim();
    if (carrier_code === '') throw returnErrors.carrier();
    if (track_number === '') throw returnErrors.trackNumber();
    return { entity_id, carrier_code, carrier_title: one.carrier_title || carrier_code, track_number };
  });
}
