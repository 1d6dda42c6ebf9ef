import type { SharedCache, SharedCaches } from '../../kernel/caches.ts';
import { loadNetwork, type StockNetwork } from './network.ts';
import type { RowKind } from '../../platform/row-import/row-kind.ts';
import { stockRows } from './source-items/item-rows.ts';
import { itemsOfSkus, itemsOfSources, sourceItemsAfter } from './source-items/read.ts';
import { deleteItems, writeItems } from './source-items/save.ts';
import { sourcesByPriority } from './sources/sources.ts';
import { sourcesHaving, sourcesInStock } from './sources/queries.ts';
import { stockOfChannel } from './stocks/channels.ts';

/** Functions of sources and stocks for other modules. */
interface MultiSourceService {
  readonly network: SharedCache<StockNetwork>;
  /** The stock of a sales channel. Throws 404. */
  readonly stockOfChannel: typeof stockOfChannel;
  /** The enabled sources of a stock, and the sources with products in stock, for use in queries. */
  readonly sourcesInStock: typeof sourcesInStock;
  readonly sourcesHaving: typeof sourcesHaving;
  /** The source items of products. */
  readonly itemsOfSources: typeof itemsOfSources;
  /** The source items of SKUs, with or without a product. */
  readonly itemsOfSkus: typeof itemsOfSkus;
  /** Source items in order of id, in pages. */
  readonly sourceItemsAfter: typeof sourceItemsAfter;
  /** The import of source items by rows. */
  readonly itemRows: RowKind;
  /** Writes source items, and deletes them; within a transaction. */
  readonly writeItems: typeof writeItems;
  readonly deleteItems: typeof deleteItems;
  /** The sources of a stock by priority, disabled ones included. */
  readonly sourcesByPriority: typeof sourcesByPriority;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    multiSource: MultiSourceService;
  }
}

/** Creates the module's service. */
export function createMultiSourceService(caches: SharedCaches): MultiSourceService {
  return {
    network: caches.define('stock-network', loadNetwork),
    stockOfChannel,
    sourcesInStock,
    sourcesHaving,
    itemsOfSources,
    itemsOfSkus,
    sourceItemsAfter,
    itemRows: stockRows,
    writeItems,
    deleteItems,
    sourcesByPriority,
  };
}
