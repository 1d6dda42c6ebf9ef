import { count, type DeclaredConfiguration } from '../kernel/configuration.ts';

/** Limits of what is kept of recorded calls, by path. */
export const inspectorConfiguration: DeclaredConfiguration = {
  'souk/calls/most': { shipped: '1000', takes: count(1) },
  'souk/calls/most_bytes': { shipped: '33554432', takes: count(1) },
  'souk/calls/body_bytes': { shipped: '65536', takes: count(0) },
  'souk/calls/lifetime': { shipped: '24', takes: count(1) },
};
