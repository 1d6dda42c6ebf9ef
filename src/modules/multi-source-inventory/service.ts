import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { loadNetwork, type StockNetwork } from './network.ts';
import { itemsOfSkus, itemsOfSources, sourceItemsAfter } from './source-items/read.ts';
import { sourcesByPriority } from './sources/sources.ts';
import { sourcesHaving, sourcesInStock } from './sources/queries.ts';
import { stockOfChannel } from './stocks/channels.ts';

/** What sources and stocks offer to the modules after them. */
interface MultiSourceService {
  readonly network: SharedCache<StockNetwork>;
  /** The stock of a sales channel. Throws 404. */
  readonly stockOfChannel: typeof stockOfChannel;
  /** The enabled sources of a stock, and those that have products in stock, to build queries with. */
  readonly sourcesInStock: typeof sourcesInStock;
  readonly sourcesHaving: typeof sourcesHaving;
  /** What sources have of products. */
  readonly itemsOfSources: typeof itemsOfSources;
  /** What sources have of SKUs, with or without a product. */
  readonly itemsOfSkus: typeof itemsOfSkus;
  /** Source items in order of their ids, so many at once. */
  readonly sourceItemsAfter: typeof sourceItemsAfter;
  /** The sources of a stock by priority, disabled ones included. */
  readonly sourcesByPriority: typeof sourcesByPriority;
}

declare module '../../kernel/call.ts' {
  interface Services {
    multiSource: MultiSourceService;
  }
}

/** Makes the module's service. */
export function createMultiSourceService(caches: SharedCaches): MultiSourceService {
  return {
    network: caches.define('stock-network', loadNetwork),
    stockOfChannel,
    sourcesInStock,
    sourcesHaving,
    itemsOfSources,
    itemsOfSkus,
    sourceItemsAfter,
    sourcesByPriority,
  };
}
