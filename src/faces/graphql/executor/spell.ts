/** Longest metered work in one turn of the event loop, in milliseconds; then execution yields to other requests. */
const SPELL_MS = 20;
/** A turn shorter than this is assumed to be uninterrupted: its elapsed time is its CPU time. In milliseconds. */
const TICK_MS = 4;

/** Receives the CPU time that it used in a turn of the event loop, in milliseconds. */
interface SpellMember {
  charge(cpu: number): void;
}

/**
 * The metered work of all requests in one turn of the event loop. A turn begins with its first work and ends when the loop
 * polls for events. Marks, which are cheap, measure elapsed time; at the end of the turn it is scaled to CPU time by the share
 * of the turn that the thread was running. So requests cost hardly more on a busy machine.
 */
let isOpen = false;
/** Number of the turn. */
let turn = 0;
let began = 0;
let cpuAtBeginning = 0;
let lastMark = 0;
let elapsedBy = new Map<SpellMember, number>();

/** Marks that work of a request begins or continues here; the time since the last mark was not its own. */
export function beginWork(): void {
  lastMark = performance.now();
  if (!isOpen) open();
}

/** Number of the present turn of the event loop. */
export function turnNumber(): number {
  return turn;
}

/** Charges the time since the last mark of this turn to a request. */
export function noteWork(member: SpellMember): void {
  const now = performance.now();
  if (isOpen) elapsedBy.set(member, (elapsedBy.get(member) ?? 0) + now - lastMark);
  lastMark = now;
  if (!isOpen) open();
}

/** Whether metered work has used up its time in this turn of the event loop. */
export function isSpellOver(): boolean {
  // Not when other processes had the processor: yielding would save them nothing.
  return isOpen && performance.now() - began > SPELL_MS && presentThreadCpu() - cpuAtBeginning > SPELL_MS / 2;
}

/** Queued work of one request for later turns of the event loop. */
export class TurnQueue {
  #waiting: (() => void)[] = [];
  #isRunning = false;
  /** Work for when the queue is empty. */
  #resting: (() => void)[] = [];

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Adds work, which must not throw. Work runs in order, as much per turn as its spell allows. */
  add(work: () => void): void {
    this.#waiting.push(work);
    if (!this.#isRunning) void this.#run();
  }

  /** Runs work, which must not throw, once the running microtasks have ended and nothing is queued. */
  atRest(work: () => void): void {
    void Promise.resolve().then(() =>
      process.nextTick(() => {
        if (this.isEmpty) work();
        else this.#resting.push(work);
      }),
    );
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      beginWork();
      let count = 0;
      for (const work of this.#waiting) {
        work();
        count += 1;
        // Work may continue in microtasks: their time counts before the next work begins.
        await Promise.resolve();
        if (isSpellOver()) break;
      }
      this.#waiting = this.#waiting.slice(count);
    }
    this.#isRunning = false;
    for (const work of this.#resting.splice(0)) this.atRest(work);
  }
}

function open(): void {
  isOpen = true;
  began = lastMark;
  cpuAtBeginning = threadCpu();
  setImmediate(close);
}

function close(): void {
  isOpen = false;
  turn += 1;
  const elapsed = performance.now() - began;
  const share = elapsed < TICK_MS ? 1 : Math.min(1, (presentThreadCpu() - cpuAtBeginning) / elapsed);
  const members = elapsedBy;
  elapsedBy = new Map();
  for (const [member, time] of members) member.charge(time * share);
}

/** CPU time of this thread in milliseconds; where Node.js does not report it, that of the process. */
function threadCpu(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * As `threadCpu`, but current: Linux may report a running thread's clock as of its last tick until the clock of the process is
 * read.
 */
function presentThreadCpu(): number {
  process.cpuUsage();
  return threadCpu();
}
