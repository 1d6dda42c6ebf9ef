import { anyText } from '../../../kernel/any-text.ts';
import { objectOf, objectsOf } from '../../../kernel/plain-objects.ts';
import type { MigrationKind, Saving } from '../kind.ts';
import type { MigrationRun } from '../migration-run.ts';
import type { SourceRecord } from '../source/record.ts';
import { canonicalText, textIn, textsIn } from '../wire.ts';
import { priceLists, listedTypes, rowsHere, rowsThere, sortedRows, type PriceList } from './price-lists.ts';
import { storeIdOf, websiteIdsOf } from './stores.ts';

/** Products of a request for prices: 200 is below the limit for pages that sources may have. */
const BATCH = 200;

/**
 * Prices of products that have routes of their own. Sources may leave `updated_at` as it is when these change a price, so every run
 * reads them of all products, and saves those that differ.
 */
export const productPrices: MigrationKind = {
  name: 'product prices',
  part: 'catalog',
  listing: {
    path: '/V1/products',
    filterField: 'entity_id',
    idField: 'id',
    filters: [{ field: 'type_id', value: listedTypes.join(','), condition: 'in' }],
    query: 'fields=items[id,sku,type_id]',
    pageSize: BATCH,
  },
  keyOf: (record) => textIn(record, 'id'),
  nameOf: (record) => textIn(record, 'sku'),
  volatile: ['here'],
  complete: completePrices,
  async save(saving, record) {
    const id = await saving.idOf('products', record['id']);
    for (const list of priceLists) {
      // A source that does not show the prices has no say in them.
      if (objectOf(record['there'])[list.name] !== undefined) await saveList(saving, list, record);
    }
    return id;
  },
};

/** Reads the prices of products in both shops, with one request for each list. */
async function completePrices(run: MigrationRun, records: readonly SourceRecord[]): Promise<SourceRecord[]> {
  const [there, here] = [records.map(() => ({})), records.map(() => ({}))];
  for (const list of priceLists) {
    const skus = records
      .filter(({ type_id }) => list.types.has(anyText(type_id)))
      .map((record) => textIn(record, 'sku'));
    const theirs = await rowsThere(run, list, skus);
    const ours = run.options.isTrial ? undefined : await rowsHere(run, list, skus);
    for (const [at, { sku }] of records.entries()) {
      Object.assign(there[at] ?? {}, { [list.name]: theirs.get(anyText(sku)) });
      Object.assign(here[at] ?? {}, { [list.name]: ours?.get(anyText(sku)) });
    }
  }
  return records.map(({ id, sku, type_id }, at) => ({ id, sku, type_id, there: there[at], here: here[at] }));
}

/** Saves the rows of a list that differ from those here. */
async function saveList(saving: Saving, list: PriceList, record: SourceRecord): Promise<void> {
  const sku = textIn(record, 'sku');
  const here = objectsOf(objectOf(record['here'])[list.name]);
  const there = await placedRows(saving, objectsOf(objectOf(record['there'])[list.name]));
  if (canonicalText(here) === canonicalText(there)) return;
  const withSku = (rows: readonly SourceRecord[]) => rows.map((row) => Object.assign({ sku }, row));
  const change = async (operation: string, input: Readonly<Record<string, unknown>>): Promise<void> => {
    for (const fault of objectsOf(await saving.route<unknown>(list.service, operation, input))) {
      // Such as for a customer group that moves later.
      saving.postpone(`a row of its prices (${list.name}) is rejected here: ${faultText(fault)}`);
    }
  };
  if (list.name === 'tiers') {
    return there.length > 0
      ? change('replace', { prices: withSku(there) })
      : change('delete', { prices: withSku(here) });
  }
  const stores = new Set(there.map(({ store_id }) => store_id));
  const removed = here.filter(({ store_id }) => !stores.has(store_id));
  if (removed.length > 0 && list.name === 'special') await change('delete', { prices: withSku(removed) });
  // The cost of one store view cannot be removed alone.
  const isCleared = removed.length > 0 && list.name === 'costs';
  if (isCleared) await change('delete', { skus: [sku] });
  const known = new Set(isCleared ? [] : here.map(canonicalText));
  const changed = there.filter((row) => !known.has(canonicalText(row)));
  if (changed.length > 0) await change('update', { prices: withSku(changed) });
}

/** Rows with websites and store views of this shop; those for others are reported. */
async function placedRows(saving: Saving, rows: readonly SourceRecord[]): Promise<SourceRecord[]> {
  const placed = [];
  for (const row of rows) {
    if (row['website_id'] !== undefined) {
      const [website_id] = await websiteIdsOf(saving, [row['website_id']]);
      if (website_id !== undefined) placed.push({ ...row, website_id });
    } else {
      const store_id = await storeIdOf(saving, row['store_id']);
      if (store_id !== undefined) placed.push({ ...row, store_id });
    }
  }
  return sortedRows(placed);
}

/** The message of a rejected row with its values. */
function faultText({ message, parameters }: SourceRecord): string {
  return [anyText(message ?? ''), ...textsIn(parameters)].join(' ');
}
