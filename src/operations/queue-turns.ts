import { callerTypes, type Caller } from '../kernel/call.ts';
import { addressKey } from '../limits/address.ts';

/**
 * The queue is shared by rounds: in each, every caller has one operation executed. What a caller accepts goes to the rounds
 * after its last one, or to the one that is under way, so that nobody waits for the end of another's long list. A turn is
 * a place in a round: first those of administrators and integrations, then customers, then guests.
 */

const places = { integration: 0, admin: 0, customer: 1, guest: 2 } as const;
const placesInRound = 3;

/** Under which name a caller shares the queue: each account, and each network address of guests. */
export function shareOf({ type, id }: Caller, address: string | undefined): string {
  if (type === 'guest') return address === undefined ? 'guest' : `guest/${addressKey(address)}`;
  return `${callerTypes[type]}/${id}`;
}

/** What of the queue the turns of new operations follow from. */
export interface QueueState {
  /** The soonest turn of an open operation; null where there is none. */
  readonly front: number | null;
  /** The last turn of an open operation of the caller; null where it has none. */
  readonly last: number | null;
}

/** The turn of a caller's first new operation; `turnAfter` gives those of the next ones. */
export function firstTurn({ type }: Caller, { front, last }: QueueState): number {
  const round = (turn: number | null, fallback: number): number =>
    turn === null ? fallback : Math.floor(turn / placesInRound);
  return Math.max(round(front, 0), round(last, -1) + 1) * placesInRound + places[type];
}

/** The turn of a caller's operation `count` rounds later. */
export function turnAfter(turn: number, count: number): number {
  return turn + count * placesInRound;
}
