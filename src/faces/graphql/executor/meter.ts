import { ClientGone } from '../../../platform/execution/deadline.ts';
import { platformErrors, type PlatformError } from '../../../kernel/errors.ts';
import { graphqlErrors } from '../errors.ts';
import { beginWork, isSpellOver, noteWork, turnNumber, TurnQueue } from './spell.ts';

/** Resource limits of one request. */
export interface WorkLimits {
  /** Total items of all lists of the response. */
  readonly nodes: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
}

/** The deadline and the client of a request. */
interface RequestEnd {
  /** Longest time in seconds; 0: no limit. */
  readonly seconds: number;
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** Whether the client has closed the connection. */
  isGone(): boolean;
}

/** Maximum number of characters in the texts of a response: a response is in memory before it is sent. */
const MAX_TEXT = 2 ** 25;
/** Responses with more characters, or more fields, are serialized in several turns of the event loop. */
const LARGE_TEXT = 2 ** 20;
const LARGE_FIELDS = 20_000;
/** Units of work (fields) between two readings of the clock. */
const UNITS = 64;

/** Measures the work of one request. It decides when execution yields to other requests, and when the request has to stop. */
export class WorkMeter {
  readonly #limits: WorkLimits;
  readonly #end: RequestEnd;
  readonly #queue = new TurnQueue();
  #cpu = 0;
  #nodes = 0;
  #text = 0;
  #units = 0;
  #nextLook = UNITS;
  /** Whether a mutation is running. */
  #isHeld = false;
  /** The last turn of the event loop whose spell was found to be over. */
  #overTurn = -1;
  /** The error that stops the request. */
  #stop: Error | undefined;

  constructor(limits: WorkLimits, end: RequestEnd) {
    this.#limits = limits;
    this.#end = end;
  }

  /** Whether the response is so large that serializing it takes more than a spell. */
  get isLarge(): boolean {
    return this.#text > LARGE_TEXT || this.#units > LARGE_FIELDS;
  }

  /** Whether work is already queued for a later turn. */
  get isWaiting(): boolean {
    return !this.#queue.isEmpty;
  }

  /** Adds CPU time in milliseconds, at the end of a turn of the event loop. */
  charge(cpu: number): void {
    this.#cpu += cpu;
  }

  /** Counts executed fields. */
  count(fields: number): void {
    this.#units += fields;
  }

  /** Counts items of the response. Throws when they exceed the limit. */
  addNodes(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#limits.nodes) this.#stopIfExhausted();
  }

  /** Counts characters of the response. Throws when they exceed the limit. */
  addText(characters: number): void {
    this.#text += characters;
    if (this.#text > MAX_TEXT) this.#stopIfExhausted();
  }

  /** Whether execution should yield to other requests now. */
  isSpellOver(): boolean {
    if (this.#overTurn === turnNumber()) return true;
    this.#units += 1;
    if (this.#units < this.#nextLook) return false;
    this.#nextLook = this.#units + UNITS;
    if (!isSpellOver()) return false;
    this.#overTurn = turnNumber();
    return true;
  }

  /** Queues work, which must not throw, for a later turn. */
  later(work: () => void): void {
    this.#queue.add(work);
  }

  /** Runs work, which must not throw, after the work of this moment: no work of the request is running or queued then. */
  atRest(work: () => void): void {
    this.#queue.atRest(work);
  }

  /** Marks the start or continuation of work of this request. */
  resume(): void {
    beginWork();
  }

  /** Marks the end of work, or an interim point; charges the time since the last mark. */
  touch(): void {
    noteWork(this);
  }

  /** Awaits `wait`. The request is charged for the time before and after the wait, not for the wait itself. */
  async awaiting<T>(wait: () => Promise<T>): Promise<T> {
    this.touch();
    const turn = turnNumber();
    const waited = wait();
    // Some waits do their work synchronously, as on SQLite.
    this.touch();
    try {
      return await waited;
    } finally {
      if (turn === turnNumber()) this.touch();
      else this.resume();
    }
  }

  /** Throws when the request exceeds its budget or deadline, or when its client has gone; not while a mutation runs. */
  check(): void {
    if (this.#isHeld) return;
    this.#stopIfExhausted();
    const { seconds, began, isGone } = this.#end;
    if (isGone()) this.#stopBy(new ClientGone());
    if (seconds > 0 && performance.now() > began + seconds * 1000) this.#stopBy(platformErrors.deadline({ seconds }));
  }

  /** Whether an error is the one that stops the request. */
  isStop(error: unknown): boolean {
    return error !== undefined && error === this.#stop;
  }

  /** The error of a request whose budget is used up; undefined below the limits. */
  exhaustion(): PlatformError | undefined {
    const { nodes, cpu } = this.#limits;
    if (this.#nodes > nodes) return graphqlErrors.nodes([nodes, this.#nodes]);
    if (this.#text > MAX_TEXT) return graphqlErrors.length([MAX_TEXT, this.#text]);
    return this.#cpu > cpu ? graphqlErrors.cpu([cpu, Math.ceil(this.#cpu)]) : undefined;
  }

  /** Runs a mutation, which the budget never interrupts. */
  async carryOut<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
    }
  }

  #stopIfExhausted(): void {
    const error = this.exhaustion();
    if (error) this.#stopBy(error);
  }

  #stopBy(error: Error): never {
    this.#stop ??= error;
    throw this.#stop;
  }
}
