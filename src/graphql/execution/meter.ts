import { ClientGone } from '../../execution/deadline.ts';
import { platformErrors, type PlatformError } from '../../kernel/errors.ts';
import { graphqlErrors } from '../errors.ts';
import { beginWork, isSpellOver, noteWork, turnNumber, TurnQueue } from './spell.ts';

/** How much one request may use. */
export interface WorkLimits {
  /** Items of all lists of the response. */
  readonly nodes: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
}

/** The ends of a request from outside: its deadline and its client. */
interface RequestEnd {
  /** Longest time in seconds; 0: no limit. */
  readonly seconds: number;
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** Whether nobody waits for the response any more. */
  isGone(): boolean;
}

/** Most characters in the texts of a response: all of it is in memory before it is sent. */
const MAX_TEXT = 2 ** 25;
/** Responses with more characters, or more fields, are serialized in turns. */
const LARGE_TEXT = 2 ** 20;
const LARGE_FIELDS = 20_000;
/** Units of work (fields) between two looks at the clock. */
const UNITS = 64;

/** Counts the work of one request, and says when others get their turn and when the request has to stop. */
export class WorkMeter {
  readonly #limits: WorkLimits;
  readonly #end: RequestEnd;
  readonly #queue = new TurnQueue();
  #cpu = 0;
  #nodes = 0;
  #text = 0;
  #units = 0;
  #nextLook = UNITS;
  /** Whether a mutation is being carried out. */
  #isHeld = false;
  /** The turn whose spell was found to be over last. */
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

  /** Whether works wait for a later turn already. */
  get isWaiting(): boolean {
    return !this.#queue.isEmpty;
  }

  /** Adds CPU time in milliseconds; called at the end of a turn of the event loop. */
  charge(cpu: number): void {
    this.#cpu += cpu;
  }

  /** Counts fields that are executed. */
  count(fields: number): void {
    this.#units += fields;
  }

  /** Counts items of the response. Throws when they are too many. */
  addNodes(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#limits.nodes) this.#stopBy(this.exhaustion()!);
  }

  /** Counts characters of the response. Throws when they are too many. */
  addText(characters: number): void {
    this.#text += characters;
    if (this.#text > MAX_TEXT) this.#stopBy(this.exhaustion()!);
  }

  /** Whether others get their turn now. */
  isSpellOver(): boolean {
    if (this.#overTurn === turnNumber()) return true;
    this.#units += 1;
    if (this.#units < this.#nextLook) return false;
    this.#nextLook = this.#units + UNITS;
    if (!isSpellOver()) return false;
    this.#overTurn = turnNumber();
    return true;
  }

  /** Does a work, which must not throw, in a later turn. */
  later(work: () => void): void {
    this.#queue.add(work);
  }

  /** Work of the request begins or goes on here. */
  resume(): void {
    beginWork();
  }

  /** Work of the request ends here, or goes on. */
  touch(): void {
    noteWork(this);
  }

  /** Awaits the end of a wait: the time before it and after it is the request's own, the time of the wait is not. */
  async awaiting<T>(wait: () => Promise<T>): Promise<T> {
    this.touch();
    const turn = turnNumber();
    const waited = wait();
    // A wait may do its work at once, as SQLite does.
    this.touch();
    try {
      return await waited;
    } finally {
      if (turn === turnNumber()) this.touch();
      else this.resume();
    }
  }

  /** Throws when the request has used its budget or its time, or when its client has gone; not while a mutation is carried out. */
  check(): void {
    if (this.#isHeld) return;
    const error = this.exhaustion();
    if (error) this.#stopBy(error);
    const { seconds, began, isGone } = this.#end;
    if (isGone()) this.#stopBy(new ClientGone());
    if (seconds > 0 && performance.now() > began + seconds * 1000) this.#stopBy(platformErrors.deadline({ seconds }));
  }

  /** Whether an error is the one that stops the request. */
  isStop(error: unknown): boolean {
    return error !== undefined && error === this.#stop;
  }

  /** The error of a request whose budget is used up; undefined while something is left. */
  exhaustion(): PlatformError | undefined {
    const { nodes, cpu } = this.#limits;
    if (this.#nodes > nodes) return graphqlErrors.nodes([nodes, this.#nodes]);
    if (this.#text > MAX_TEXT) return graphqlErrors.length([MAX_TEXT, this.#text]);
    return this.#cpu > cpu ? graphqlErrors.cpu([cpu, Math.ceil(this.#cpu)]) : undefined;
  }

  /** Carries out a mutation, which no budget stops halfway. */
  async carryOut<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
    }
  }

  #stopBy(error: Error): never {
    this.#stop ??= error;
    throw this.#stop;
  }
}
