import { count, flag, type DeclaredConfiguration } from '../kernel/configuration.ts';
import { privateHosts } from './addresses.ts';

/** Configuration of the log of changes, by path. */
export const eventsConfiguration: DeclaredConfiguration = {
  'souk/events/enabled': { shipped: '1', takes: flag },
  // Kinds of entities that nobody needs to be told of, with commas.
  'souk/events/except': null,
  // Days; 0: for ever.
  'souk/events/lifetime': { shipped: '7', takes: count(0) },
  // 1: all; else the hosts.
  'souk/events/allow_private': { shipped: '0', takes: privateHosts },
};
