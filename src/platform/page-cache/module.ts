import { module } from '../../kernel/module.ts';
import { pageCacheConfiguration } from './configuration.ts';
import { startPurges } from './purges.ts';

/** HTTP caches in front of the shop: headers for storage, and purges of changed content. */
export const pageCache = module({
  name: 'PageCache',
  configuration: pageCacheConfiguration,
  workers: [startPurges],
});
