import type { Clock } from '../kernel/call.ts';

/** A clock that the control plane can move, for tests that depend on time. */
export interface AdjustableClock extends Clock {
  /** Sets the present moment; time runs on from there. Undefined: back to the machine's time. */
  set(moment: Date | undefined): void;
}

/** The machine's clock, until it is set. */
export function createClock(): AdjustableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    set: (moment) => {
      offset = moment ? moment.getTime() - Date.now() : 0;
    },
  };
}
