/** Longest spell of metered work in one turn of the event loop, in milliseconds; then others get theirs. */
const SPELL_MS = 20;
/** A shorter turn was hardly interrupted by other processes: its elapsed time is its CPU time. In milliseconds. */
const TICK_MS = 4;

/** Learns the CPU time that it used in a turn of the event loop, in milliseconds. */
interface SpellMember {
  charge(cpu: number): void;
}

/**
 * The metered work of one turn of the event loop, of all requests together. A turn begins with the first work in it and ends when
 * the loop looks for other events. Elapsed time is noted as it passes between marks, which are cheap; at the end of the turn
 * it becomes CPU time by the share of the turn that the thread was running. So a busy machine makes requests hardly more expensive.
 */
let isOpen = false;
/** Number of the turn. */
let turn = 0;
let began = 0;
let cpuAtBeginning = 0;
let lastMark = 0;
let elapsedBy = new Map<SpellMember, number>();

/** Notes that work of a request begins or goes on here: the time since the last mark was not its own. */
export function beginWork(): void {
  lastMark = performance.now();
  if (!isOpen) open();
}

/** Number of the present turn: another one once the event loop has looked for other events. */
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

/** Whether metered work has had its time in this turn of the event loop. */
export function isSpellOver(): boolean {
  // Not when others had the processor: breaking off saves them nothing.
  return isOpen && performance.now() - began > SPELL_MS && presentThreadCpu() - cpuAtBeginning > SPELL_MS / 2;
}

/** Works of one request that wait for a later turn of the event loop. */
export class TurnQueue {
  #waiting: (() => void)[] = [];
  #isRunning = false;

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Adds a work, which must not throw. Works are done in order, as many in a turn as its spell has time for. */
  add(work: () => void): void {
    this.#waiting.push(work);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      beginWork();
      let done = 0;
      for (const work of this.#waiting) {
        work();
        done += 1;
        // A work may go on in microtasks: their time counts before the next one begins.
        await undefined;
        if (isSpellOver()) break;
      }
      this.#waiting = this.#waiting.slice(done);
    }
    this.#isRunning = false;
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

/** As `threadCpu`, up to now: Linux may leave the clock of a running thread at its last tick until that of the process is read. */
function presentThreadCpu(): number {
  process.cpuUsage();
  return threadCpu();
}
