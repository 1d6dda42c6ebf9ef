import type { Call } from '../../kernel/call.ts';
import { aroundStatements, type AroundStatement } from '../../storage/watched-statements.ts';
import type { WorkMeter } from './meter.ts';
import { isSpellOver, turnNumber } from './spell.ts';

/**
 * A call whose work between statements is metered. Outside transactions, statements are not sent and their answers not returned
 * once the request has to stop, and wait while others get their turn.
 */
export function meteredCall(call: Call, meter: WorkMeter): Call {
  const turnOfOthers = async (): Promise<void> => {
    if (meter.isWaiting || isSpellOver()) await new Promise<void>((resolve) => meter.later(resolve));
    meter.check();
  };
  const send: AroundStatement = async (statement, isInTransaction) => {
    meter.touch();
    if (!isInTransaction) await turnOfOthers();
    const turn = turnNumber();
    const answer = statement();
    // SQLite has done its work by now.
    meter.touch();
    try {
      return await answer;
    } finally {
      if (turn === turnNumber()) meter.touch();
      else meter.resume();
      // Many answers may come at the same moment, and each is followed by work.
      if (!isInTransaction) await turnOfOthers();
    }
  };
  return call.with({ session: (present) => aroundStatements(present, send, () => meter.touch()) });
}
