import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { isUniqueViolation } from '../../../storage/errors.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { DEFAULT_STOCK } from '../../inventory/extensions.ts';
import { sourceErrors, together } from '../errors.ts';
import { noteLinked } from '../source-items/note-sources.ts';
import { indexStocks } from '../source-items/stock-index.ts';
import type { StockInput, StockOutput } from '../types.ts';
import { channelFaults, channelsOf, replaceChannels } from './channels.ts';

const fields: Record<string, SearchField> = {
  stock_id: { kind: 'integer', notNull: true },
  name: { kind: 'text', notNull: true },
};

/** Lists stocks. */
export function listStocks(call: Call, criteria: SearchCriteria): Promise<FoundList<StockOutput>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('inventory_stock'),
    key: 'inventory_stock.stock_id',
    fields,
    load: (_, ids: readonly number[]) => findStocksById(call, ids),
  });
}

/** The stocks with these ids, with their channels. */
async function findStocksById(call: Call, ids: readonly number[]): Promise<Map<number, StockOutput>> {
  const rows = await call.db.selectFrom('inventory_stock').selectAll().where(inIds('stock_id', ids)).execute();
  const network = await call.services.multiSource.network.get(call);
  return new Map(
    rows.map((row) => [
      row.stock_id,
      { ...row, extension_attributes: { sales_channels: channelsOf(call, network, row.stock_id) } },
    ]),
  );
}

/** The stock with an id. Throws 404. */
export async function getStock(call: Call, id: number): Promise<StockOutput> {
  const stock = Number.isSafeInteger(id) ? (await findStocksById(call, [id])).get(id) : undefined;
  if (!stock) throw sourceErrors.noStock({ value: id });
  return stock;
}

/** The largest stock id in the interface's own table: an unsigned integer. */
const LAST_ID = 4_294_967_295;
/** Maximum length of a stock name, in characters. */
const MAX_NAME_LENGTH = 255;

/**
 * Creates a stock, or changes the one with its id; returns the id. The channels are replaced as a whole: saving a stock
 * without channels removes all of them. Throws 400 for invalid values, and for the name of another stock.
 */
export async function saveStock(call: Call, input: StockInput): Promise<number> {
  const channels = input.extension_attributes?.sales_channels ?? [];
  const error = together([...nameFaults(input), ...channelFaults(call, channels)], sourceErrors.validationFailed);
  if (error) throw error;
  // Clients send 0 for a new stock.
  const id = await writeStock(call, input.stock_id || undefined, withFields(input, 'name').name);
  await replaceChannels(call, id, channels);
  await call.services.multiSource.network.invalidate(call);
  // Prices of composite products depend on the stock of their websites.
  await call.services.availability.salesChanged(call, 'composites');
  return id;
}

function nameFaults({ name }: StockInput): PlatformError[] {
  if (!name?.trim()) return [sourceErrors.empty({ field: 'name' })];
  const max = MAX_NAME_LENGTH;
  return name.length > max ? [sourceErrors.tooLong({ field: 'name', max })] : [];
}

async function writeStock(call: Call, id: number | undefined, name: string): Promise<number> {
  // A larger id would become the start of the next ids, beyond the precision of numbers.
  if (id !== undefined && !(id > 0 && id <= LAST_ID)) throw sourceErrors.stockNotSaved();
  try {
    const rows =
      id === undefined
        ? await insertRows(call.db, 'inventory_stock', [{ name }], { returning: ['stock_id'] })
        : await insertRows(call.db, 'inventory_stock', [{ stock_id: id, name }], {
            onConflict: { key: ['stock_id'], update: ['name'] },
            returning: ['stock_id'],
          });
    return firstOf(rows).stock_id;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw sourceErrors.stockNotSaved(undefined, { cause: error });
  }
}

/** Deletes a stock that sells through no channel. Throws 404, and 400 for the default stock. */
export async function deleteStock(call: Call, id: number): Promise<void> {
  if (id === DEFAULT_STOCK) throw sourceErrors.defaultStockDeletion();
  const network = await call.services.multiSource.network.get(call);
  if (channelsOf(call, network, id).length > 0) throw sourceErrors.stockSells();
  const links = await call.db
    .selectFrom('inventory_source_stock_link')
    .select('source_code')
    .where('stock_id', '=', id)
    .execute();
  const { numDeletedRows } = await call.db
    .deleteFrom('inventory_stock')
    .where('stock_id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw sourceErrors.noStockToDelete({ fieldName: 'stock_id', fieldValue: id });
  await indexStocks(call, { stockIds: [id] });
  noteLinked(
    call,
    links.map(({ source_code }) => source_code),
  );
  await call.services.multiSource.network.invalidate(call);
}
