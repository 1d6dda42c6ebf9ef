import type { Call } from './call.ts';

/** Thrown within `undoable`: its changes are undone. */
export class Undone extends Error {}

/** Runs `work` so that it can undo its changes by throwing `Undone`; returns whether it did. Other errors are thrown. */
export async function undoable(call: Call, work: (inside: Call) => Promise<void>): Promise<boolean> {
  try {
    await (call.inTransaction ? call.savepoint(work) : call.transaction(work));
    return false;
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
    return true;
  }
}

/** Runs `work` and undoes its changes. */
export async function tryOut(call: Call, work: (inside: Call) => Promise<void>): Promise<void> {
  await undoable(call, async (inside) => {
    await work(inside);
    throw new Undone();
  });
}
