import type { Call } from '../../kernel/call.ts';

/** A source, as cached in every process. */
interface KnownSource {
  readonly code: string;
  readonly isEnabled: boolean;
  readonly isPickupLocation: boolean;
}

/** Sources and stocks with their links and sales channels, as cached in memory in every process. */
export interface StockNetwork {
  readonly sources: ReadonlyMap<string, KnownSource>;
  readonly stockIds: ReadonlySet<number>;
  /** Codes of the sources of a stock, by priority. */
  readonly sourcesOf: ReadonlyMap<number, readonly string[]>;
  /** Stocks by type and code of their channels; omits websites of the default stock. */
  readonly channels: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Reads the network from the database. */
export async function loadNetwork(call: Call): Promise<StockNetwork> {
  const sources = await call.db
    .selectFrom('inventory_source')
    .select(['source_code', 'enabled', 'is_pickup_location_active'])
    .execute();
  const stocks = await call.db.selectFrom('inventory_stock').select('stock_id').execute();
  const links = await call.db
    .selectFrom('inventory_source_stock_link')
    .select(['stock_id', 'source_code'])
    .orderBy('priority')
    .orderBy('source_code')
    .execute();
  const channels = await call.db.selectFrom('inventory_stock_sales_channel').selectAll().execute();
  const byStock = Map.groupBy(links, ({ stock_id }) => stock_id);
  const byType = Map.groupBy(channels, ({ type }) => type);
  return {
    sources: new Map(
      sources.map(({ source_code: code, enabled, is_pickup_location_active }) => [
        code,
        { code, isEnabled: enabled === 1, isPickupLocation: is_pickup_location_active === 1 },
      ]),
    ),
    stockIds: new Set(stocks.map(({ stock_id }) => stock_id)),
    sourcesOf: new Map([...byStock].map(([id, rows]) => [id, rows.map(({ source_code }) => source_code)])),
    channels: new Map(
      [...byType].map(([type, rows]) => [type, new Map(rows.map(({ code, stock_id }) => [code, stock_id]))]),
    ),
  };
}
