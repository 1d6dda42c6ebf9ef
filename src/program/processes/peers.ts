import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { valueAt } from '../../kernel/lookup.ts';
import type { CountedRequests } from '../../platform/limits/requests.ts';

/** Requests between the processes of one server, with their arguments and replies. */
interface Questions {
  /** The metrics of the process, in Prometheus' format. */
  metrics: [undefined, string];
  /** To execute no more operations, until `resume`. */
  pause: [undefined, void];
  resume: [undefined, void];
  /** To hold back changes and operations until `release`; replies whether none runs. */
  hold: [undefined, boolean];
  /** To go on after `hold`, with the present values of caches. */
  release: [undefined, void];
  /** To set the clock: ISO time, or null for the machine's. */
  clock: [string | null, void];
  /** To count the requests that another process has let pass: its process id, and how many of each caller. */
  spent: [{ from: number; spent: CountedRequests }, void];
}
/** Name of a question that processes ask each other. */
export type Question = keyof Questions;

/** The processes that serve together on one machine. */
export interface Peers {
  /** Says how this process answers a question. */
  answer<Q extends Question>(
    question: Q,
    reply: (payload: Questions[Q][0]) => Promise<Questions[Q][1]> | Questions[Q][1],
  ): void;
  /** Asks every process, this one too; gives the answers of those that are there and answer in time. */
  ask<Q extends Question>(question: Q, payload: Questions[Q][0]): Promise<Questions[Q][1][]>;
  /** Parts from the others for good: questions go to this process alone, and the address is its own to give up. */
  leave(): Promise<void>;
}

/** Milliseconds to wait for the answers of the others. */
export const ANSWER_PATIENCE = 5000;

/** Messages of the started processes to the first one. */
export type MessageToPrimary =
  | { readonly kind: 'ready'; readonly address?: string | undefined }
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question; readonly payload: unknown }
  | { readonly kind: 'reply'; readonly id: number; readonly value?: unknown; readonly failed?: boolean };
/** Messages of the first process to them. */
export type MessageToWorker =
  | { readonly kind: 'question'; readonly id: number; readonly question: Question; readonly payload: unknown }
  | { readonly kind: 'answers'; readonly id: number; readonly values: unknown[] };

type Reply = (payload: unknown) => unknown;

/** The peers of a process that serves alone. */
export function lonePeers(): Peers {
  const replies = new Map<Question, Reply>();
  return {
    answer: (question, reply) => void replies.set(question, reply as Reply),
    ask: (question, payload) => askOneself(replies, question, payload) as never,
    leave: async () => {},
  };
}

async function askOneself(
  replies: ReadonlyMap<Question, Reply>,
  question: Question,
  payload: unknown,
): Promise<unknown[]> {
  const reply = replies.get(question);
  return reply ? [await reply(payload)] : [];
}

/** Milliseconds in which the process that started this one lets go of the address that both hold. */
const PARTING = 100;

/** The peers of a process that was started by another: questions and answers go by that one. */
export function clusterPeers(): Peers {
  const replies = new Map<Question, Reply>();
  const openQuestions = new Map<number, (values: unknown[]) => void>();
  let last = 0;
  const reply = async (id: number, question: Question, payload: unknown): Promise<void> => {
    try {
      tellPrimary({ kind: 'reply', id, value: await valueAt(replies, question)(payload) });
    } catch {
      tellPrimary({ kind: 'reply', id, failed: true });
    }
  };
  process.on('message', (message: MessageToWorker) => {
    if (message.kind === 'question') void reply(message.id, message.question, message.payload);
    if (message.kind !== 'answers') return;
    openQuestions.get(message.id)?.(message.values);
    openQuestions.delete(message.id);
  });
  // Nobody answers any more.
  process.once('disconnect', () => {
    for (const end of openQuestions.values()) end([]);
    openQuestions.clear();
  });
  return {
    answer: (question, reply) => void replies.set(question, reply as Reply),
    leave: async () => {
      if (!process.connected) return;
      // Else the process would end with the connection, as it does when the other one dies.
      if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
      process.disconnect?.();
      await sleep(PARTING);
    },
    ask: (question, payload) =>
      new Promise((resolve) => {
        if (!process.connected) {
          resolve(askOneself(replies, question, payload) as never);
          return;
        }
        last += 1;
        openQuestions.set(last, resolve as (values: unknown[]) => void);
        tellPrimary({ kind: 'ask', id: last, question, payload });
      }),
  };
}

/** Tells the process that started this one. */
export function tellPrimary(message: MessageToPrimary): void {
  // It may be gone, or go just now; then this process ends as well.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
