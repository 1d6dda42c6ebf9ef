import type { Call } from '../../../kernel/call.ts';
import { aroundStatements, type AroundStatement } from '../../../storage/watched-statements.ts';
import type { WorkMeter } from './meter.ts';
import { isSpellOver } from './spell.ts';

/**
 * A call whose work between statements is metered. Outside transactions, statements and their results wait while other requests
 * take their turn, and fail once the request has to stop. Batches of loads wait for them, so that a busy server sends no more
 * statements than an idle one.
 */
export function meteredCall(call: Call, meter: WorkMeter): Call {
  const turnOfOthers = async (): Promise<void> => {
    if (meter.isWaiting || isSpellOver()) await new Promise<void>((resolve) => meter.later(resolve));
    meter.check();
  };
  const send: AroundStatement = async (statement, isInTransaction) => {
    if (isInTransaction) return await meter.awaiting(statement);
    meter.touch();
    await turnOfOthers();
    try {
      return await meter.awaiting(statement);
    } finally {
      // Many results may arrive at once, and each is followed by work.
      await turnOfOthers();
    }
  };
  return call.with({
    session: (present) => aroundStatements(present, send, () => meter.touch()),
    batchSchedule: (dispatch) => meter.atRest(dispatch),
  });
}
