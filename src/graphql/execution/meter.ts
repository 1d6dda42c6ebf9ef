import { ClientGone } from '../../execution/deadline.ts';
import { platformErrors, type PlatformError } from '../../kernel/errors.ts';
import { graphqlErrors } from '../errors.ts';
import { beginWork, createTurnQueue, isSpellOver, noteWork, turnNumber } from './spell.ts';

/** How much one request may use. */
export interface WorkLimits {
  /** Items of all lists of the response. */
  readonly nodes: number;
  /** CPU time in milliseconds. */
  readonly cpu: number;
}

/** What ends a request from outside. */
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
export interface WorkMeter {
  /** CPU time so far in milliseconds, without that of the present turn of the event loop. */
  readonly cpu: number;
  readonly nodes: number;
  /** Counts fields that are executed. */
  count(fields: number): void;
  /** Counts items of the response. Throws when they are too many. */
  addNodes(nodes: number): void;
  /** Counts characters of the response. Throws when they are too many. */
  addText(characters: number): void;
  /** Whether the response is so large that serializing it takes more than a spell. */
  readonly isLarge: boolean;
  /** Whether others get their turn now. */
  isSpellOver(): boolean;
  /** Whether works wait for a later turn already. */
  readonly isWaiting: boolean;
  /** Does a work, which must not throw, in a later turn. */
  later(work: () => void): void;
  /** Work of the request begins or goes on here. */
  resume(): void;
  /** Work of the request ends here, or goes on. */
  touch(): void;
  /** Awaits the end of a wait: the time before it and after it is the request's own, the time of the wait is not. */
  awaiting<T>(wait: () => Promise<T>): Promise<T>;
  /** Throws when the request has used its budget or its time, or when its client has gone; not while a mutation is carried out. */
  check(): void;
  /** Whether an error is the one that stops the request. */
  isStop(error: unknown): boolean;
  /** The error of a request whose budget is used up; undefined while something is left. */
  exhaustion(): PlatformError | undefined;
  /** Carries out a mutation, which no budget stops halfway. */
  carryOut<T>(work: () => Promise<T>): Promise<T>;
}

/** Makes the meter of a request. */
export function createMeter(limits: WorkLimits, { seconds, began, isGone }: RequestEnd): WorkMeter {
  const endsAt = seconds > 0 ? began + seconds * 1000 : Infinity;
  let [cpu, nodes, text, units, nextLook, isHeld] = [0, 0, 0, 0, UNITS, false];
  /** The turn whose spell was found to be over last. */
  let overTurn = -1;
  const queue = createTurnQueue();
  let stop: Error | undefined;
  const stopBy = (error: Error): never => {
    stop ??= error;
    throw stop;
  };
  const member = { charge: (used: number): void => void (cpu += used) };
  const exhaustion = (): PlatformError | undefined => {
    if (nodes > limits.nodes) return graphqlErrors.nodes([limits.nodes, nodes]);
    if (text > MAX_TEXT) return graphqlErrors.length([MAX_TEXT, text]);
    return cpu > limits.cpu ? graphqlErrors.cpu([limits.cpu, Math.ceil(cpu)]) : undefined;
  };
  return {
    get cpu() {
      return cpu;
    },
    get nodes() {
      return nodes;
    },
    count: (fields) => void (units += fields),
    addNodes(added) {
      nodes += added;
      if (nodes > limits.nodes) stopBy(exhaustion()!);
    },
    addText(added) {
      text += added;
      if (text > MAX_TEXT) stopBy(exhaustion()!);
    },
    get isLarge() {
      return text > LARGE_TEXT || units > LARGE_FIELDS;
    },
    exhaustion,
    isStop: (error) => error !== undefined && error === stop,
    later: (work) => queue.add(work),
    get isWaiting() {
      return !queue.isEmpty;
    },
    isSpellOver() {
      if (overTurn === turnNumber()) return true;
      units += 1;
      if (units < nextLook) return false;
      nextLook = units + UNITS;
      if (!isSpellOver()) return false;
      overTurn = turnNumber();
      return true;
    },
    resume: beginWork,
    touch: () => noteWork(member),
    async awaiting(wait) {
      noteWork(member);
      const turn = turnNumber();
      const waited = wait();
      // A wait may do its work at once, as SQLite does.
      noteWork(member);
      try {
        return await waited;
      } finally {
        if (turn === turnNumber()) noteWork(member);
        else beginWork();
      }
    },
    check() {
      if (isHeld) return;
      const error = exhaustion();
      if (error) stopBy(error);
      if (isGone()) stopBy(new ClientGone());
      if (performance.now() > endsAt) stopBy(platformErrors.deadline({ seconds }));
    },
    async carryOut(work) {
      isHeld = true;
      try {
        return await work();
      } finally {
        isHeld = false;
      }
    },
  };
}
