import type { Platform } from '../../kernel/platform.ts';
import { amqpBroker } from './amqp/broker.ts';
import type { Broker } from './broker.ts';
import { databaseBroker } from './database-broker.ts';

const brokers = new WeakMap<Platform, Broker>();

/** The broker that the settings of a platform name; a process has one. */
export function brokerOf(platform: Platform): Broker {
  let broker = brokers.get(platform);
  if (!broker) {
    const { amqpUrl } = platform.settings;
    broker = amqpUrl ? amqpBroker(platform, amqpUrl) : databaseBroker();
    brokers.set(platform, broker);
  }
  return broker;
}
