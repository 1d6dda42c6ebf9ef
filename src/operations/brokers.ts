import type { Platform } from '../kernel/platform.ts';
import type { Broker } from './broker.ts';
import { databaseBroker } from './database-broker.ts';

const brokers = new WeakMap<Platform, Broker>();

/** The broker of a platform: one, so that consumers in this process wake as soon as it accepts something. */
export function brokerOf(platform: Platform): Broker {
  let broker = brokers.get(platform);
  if (!broker) brokers.set(platform, (broker = databaseBroker()));
  return broker;
}
