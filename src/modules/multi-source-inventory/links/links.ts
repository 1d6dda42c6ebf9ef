import type { Call } from '../../../kernel/call.ts';
import type { PlatformError } from '../../../kernel/errors.ts';
import { withFields } from '../../../kernel/present-fields.ts';
import type { Out } from '../../../kernel/types.ts';
import type { SearchCriteria } from '../../../storage/criteria/criteria.ts';
import type { SearchField } from '../../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../../storage/criteria/list.ts';
import { isForeignKeyViolation } from '../../../storage/errors.ts';
import { insertRows } from '../../../storage/rows.ts';
import { inIds } from '../../../storage/sql.ts';
import { DEFAULT_SOURCE, DEFAULT_STOCK } from '../../inventory/extensions.ts';
import { sourceErrors, together } from '../errors.ts';
import { noteLinked } from '../source-items/note-sources.ts';
import { indexStocks } from '../source-items/stock-index.ts';
import type { StockSourceLink, StockSourceLinkInput } from '../types.ts';

type LinkOutput = Out<typeof StockSourceLink>;

const fields: Record<string, SearchField> = {
  stock_id: { kind: 'integer', notNull: true },
  source_code: { kind: 'text', notNull: true },
  priority: { kind: 'integer', notNull: true },
};

/** Lists the links between stocks and sources. */
export function listLinks(call: Call, criteria: SearchCriteria): Promise<FoundList<LinkOutput>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('inventory_source_stock_link'),
    key: 'inventory_source_stock_link.link_id',
    fields,
    load: async (_, ids: readonly number[]) => {
      const rows = await call.db
        .selectFrom('inventory_source_stock_link')
        .selectAll()
        .where(inIds('link_id', ids))
        .execute();
      return new Map(rows.map(({ link_id, ...link }) => [link_id, link]));
    },
  });
}

/** Adds sources to stocks, or changes their priorities. Throws 400 for an invalid link; then saves nothing. */
export async function saveLinks(call: Call, input: readonly StockSourceLinkInput[]): Promise<void> {
  if (input.length === 0) throw sourceErrors.emptyList();
  const error = together(input.flatMap(faultsOf), sourceErrors.validationFailed);
  if (error) throw error;
  const rows = new Map(
    input.map((link) => {
      const { stock_id, source_code, priority } = withFields(link, 'stock_id', 'source_code', 'priority');
      return [keyOf(link), { stock_id, source_code, priority }];
    }),
  );
  const before = new Set((await linksOf(call, input)).map(keyOf));
  try {
    await insertRows(call.db, 'inventory_source_stock_link', [...rows.values()], {
      onConflict: { key: ['stock_id', 'source_code'], update: ['priority'] },
    });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw sourceErrors.linksNotSaved(undefined, { cause: error });
  }
  await changed(call, input);
  noteLinked(
    call,
    [...rows.values()].filter((link) => !before.has(keyOf(link))).map(({ source_code }) => source_code),
  );
}

/** The links of the named stocks. */
async function linksOf(call: Call, input: readonly StockSourceLinkInput[]) {
  const stockIds = [...new Set(input.map(({ stock_id }) => stock_id ?? 0))];
  return call.db.selectFrom('inventory_source_stock_link').selectAll().where(inIds('stock_id', stockIds)).execute();
}

const keyOf = ({ stock_id, source_code }: StockSourceLinkInput): string => `${stock_id} ${source_code}`;

/** The errors in a link, in the interface's order. */
function faultsOf(link: StockSourceLinkInput): PlatformError[] {
  const { stock_id, source_code, priority } = link;
  const found: PlatformError[] = [];
  if (!source_code?.trim()) found.push(sourceErrors.empty({ field: 'source_code' }));
  if (!stock_id) found.push(sourceErrors.empty({ field: 'stock_id' }));
  if (!priority || priority < 1) found.push(sourceErrors.priority({ field: 'priority' }));
  if (found.length === 0 && isHalfDefault(link)) found.push(sourceErrors.defaultLinkSaved());
  return found;
}

/** Whether a link combines the default source or the default stock with another. */
function isHalfDefault({ stock_id, source_code }: StockSourceLinkInput): boolean {
  return (stock_id === DEFAULT_STOCK) !== (source_code === DEFAULT_SOURCE);
}

/** Removes sources from stocks; skips missing links. Throws 400 for the default source or stock. */
export async function deleteLinks(call: Call, input: readonly StockSourceLinkInput[]): Promise<void> {
  if (input.length === 0) throw sourceErrors.emptyList();
  if (input.some(({ stock_id, source_code }) => stock_id === DEFAULT_STOCK || source_code === DEFAULT_SOURCE)) {
    throw sourceErrors.defaultLinkDeleted();
  }
  const keys = new Set(input.map(keyOf));
  const removed = (await linksOf(call, input)).filter((link) => keys.has(keyOf(link)));
  const ids = removed.map(({ link_id }) => link_id);
  await call.db.deleteFrom('inventory_source_stock_link').where(inIds('link_id', ids)).execute();
  await changed(call, input);
  noteLinked(
    call,
    removed.map(({ source_code }) => source_code),
  );
}

/** Recalculates the totals of the stocks. */
async function changed(call: Call, input: readonly StockSourceLinkInput[]): Promise<void> {
  await call.services.multiSource.network.invalidate(call);
  await indexStocks(call, { stockIds: [...new Set(input.map(({ stock_id }) => stock_id ?? 0))] });
}
