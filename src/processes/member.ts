import type { Consumer } from '../operations/consumer.ts';
import type { Souk } from '../souk.ts';
import { amongOthers, tell, type Peers } from './peers.ts';

/** Lets this process answer what others ask it; `consumer` is the one that runs in it. */
export function answerPeers(peers: Peers, souk: Souk, consumer: Consumer | undefined): void {
  peers.answer('refresh', () => souk.platform.caches.refresh());
  peers.answer('pause', () => consumer?.pause());
  peers.answer('resume', () => consumer?.resume());
  peers.answer('clock', (moment) => souk.clock.set(moment === null ? undefined : new Date(moment)));
}

/** Makes this process one of several: when it changes shared metadata, the others see it before its caller hears of it. */
export function joinOthers(souk: Souk): Peers {
  const peers = amongOthers();
  souk.onMetadataChange(() => peers.ask('refresh', undefined));
  return peers;
}

/** Tells the process that started this one that it is ready, and resolves when that one tells it to end. */
export async function untilTold(address?: string): Promise<void> {
  // An interrupt from the keyboard reaches every process; the first one decides what becomes of it.
  process.on('SIGINT', () => {});
  const told = new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()));
  tell({ kind: 'ready', address });
  await told;
}
