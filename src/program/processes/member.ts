import type { Consumer } from '../../platform/operation-queue/consumer.ts';
import type { Souk } from '../souk.ts';
import { tellPrimary, type Peers } from './peers.ts';

/** Lets this process reply to its peers; `consumer` is the one that runs in it. */
export function answerPeers(peers: Peers, souk: Souk, consumer: Consumer | undefined): void {
  peers.answer('pause', () => consumer?.pause());
  peers.answer('resume', () => consumer?.resume());
  peers.answer('clock', (moment) => souk.clock.set(moment === null ? undefined : new Date(moment)));
}

/**
 * Resolves when the process that started this one tells it to end. Called before anything is served: a server that is told to
 * end while it starts ends in order, too.
 */
export function untilStopMessage(): Promise<void> {
  // An interrupt from the keyboard reaches every process; the first one decides how to handle it.
  process.on('SIGINT', () => {});
  return new Promise((resolve) => process.once('SIGTERM', () => resolve()));
}

/** Tells the process that started this one that it is ready; `address` is where it answers. */
export function tellReady(address?: string): void {
  tellPrimary({ kind: 'ready', address });
}
