import { callerTypes, type Caller } from '../../kernel/call.ts';
import { addressKey } from '../limits/address.ts';

/**
 * Callers share the queue by rounds: in each round every caller has one operation executed. New operations of a caller go to the
 * rounds after its last open one, or to the current round. So nobody waits for the end of another caller's long list. A turn is a
 * place in a round: administrators and integrations first, then customers, then guests.
 */

const places = { integration: 0, admin: 0, customer: 1, guest: 2 } as const;
const placesInRound = 3;

/** The name under which a caller shares the queue: each account has one, and each network address of guests. */
export function shareOf({ type, id }: Caller, address: string | undefined): string {
  if (type === 'guest') return address === undefined ? 'guest' : `guest/${addressKey(address)}`;
  return `${callerTypes[type]}/${id}`;
}

/** The state of the queue that the turns of new operations follow from. */
export interface QueueState {
  /** The earliest turn of all open operations; null where there is none. */
  readonly front: number | null;
  /** The last turn of the caller's open operations; null where it has none. */
  readonly last: number | null;
}

/** The turn of a caller's first new operation; `turnAfter` gives the turns of the next ones. */
export function firstTurn({ type }: Caller, { front, last }: QueueState): number {
  const round = (turn: number | null, fallback: number): number =>
    turn === null ? fallback : Math.floor(turn / placesInRound);
  return Math.max(round(front, 0), round(last, -1) + 1) * placesInRound + places[type];
}

/** The turn of a caller's operation `count` rounds later. */
export function turnAfter(turn: number, count: number): number {
  return turn + count * placesInRound;
}
