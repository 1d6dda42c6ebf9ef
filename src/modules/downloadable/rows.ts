import { expressionBuilder, sql, type Expression, type Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { decodeDocument, encodeDocument } from '../../storage/documents.ts';
import { nestedDocument, nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds } from '../../storage/sql.ts';
import { nestedRows, type NestedColumns } from '../catalog/products/extensions.ts';
import type { StoredProduct } from '../catalog/service.ts';
import type { ValuesByScope } from './scope.ts';
import type { DownloadableLinkTable, DownloadableSampleTable } from './tables.ts';
import { DOWNLOADABLE } from './types.ts';

/** A link as it is stored. */
export interface StoredLink extends Readonly<Omit<Selectable<DownloadableLinkTable>, 'titles' | 'prices'>> {
  readonly titles: ValuesByScope<string>;
  readonly prices: ValuesByScope<number>;
}

/** A sample as it is stored. */
export interface StoredSample extends Readonly<Omit<Selectable<DownloadableSampleTable>, 'titles'>> {
  readonly titles: ValuesByScope<string>;
}

const linkRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('downloadable_link').selectAll().where(inIds('product_id', p.ids)).orderBy('sort_order').orderBy('id'),
);
const sampleRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('downloadable_sample')
    .selectAll()
    .where(inIds('product_id', p.ids))
    .orderBy('sort_order')
    .orderBy('id'),
);

/** What is to be downloaded as the sample of a product or of a link, by id; undefined where there is none. */
export async function publicSample(
  call: Call,
  kind: 'samples' | 'link_samples',
  id: number,
): Promise<{ type: string; file: string | null; url: string | null } | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const table = kind === 'samples' ? 'downloadable_sample' : 'downloadable_link';
  const row = await call.db
    .selectFrom(table)
    .select(['sample_type', 'sample_file', 'sample_url'])
    .where('id', '=', id)
    .executeTakeFirst();
  const { sample_type: type = null, sample_file: file = null, sample_url: url = null } = row ?? {};
  return type === null ? undefined : { type, file, url };
}

function readLink(row: Selectable<DownloadableLinkTable>): StoredLink {
  return { ...row, titles: decodeDocument(row.titles), prices: decodeDocument(row.prices) };
}

function readSample(row: Selectable<DownloadableSampleTable>): StoredSample {
  return { ...row, titles: decodeDocument(row.titles) };
}

/** Columns that are read together with product `p`; null where it is not downloadable. */
export function nestedDownloads(): NestedColumns {
  const eb = expressionBuilder<Tables>();
  const id = sql<number>`p.id`;
  const ofDownloadables = (rows: Expression<string>) =>
    sql<string | null>`case when p.type_id = ${sql.lit(DOWNLOADABLE)} then ${rows} end`;
  return {
    downloadable_links: ofDownloadables(
      nested(
        eb
          .selectFrom('downloadable_link as d')
          .select(['d.id', 'd.product_id', 'd.sort_order', 'd.is_shareable', 'd.number_of_downloads', 'd.link_type'])
          .select(['d.link_file', 'd.link_url', 'd.sample_type', 'd.sample_file', 'd.sample_url'])
          .select([nestedDocument('d.titles').as('titles'), nestedDocument('d.prices').as('prices')])
          .where('d.product_id', '=', id)
          .orderBy('d.sort_order')
          .orderBy('d.id'),
      ),
    ),
    downloadable_samples: ofDownloadables(
      nested(
        eb
          .selectFrom('downloadable_sample as d')
          .select(['d.id', 'd.product_id', 'd.sort_order', 'd.sample_type', 'd.sample_file', 'd.sample_url'])
          .select(nestedDocument('d.titles').as('titles'))
          .where('d.product_id', '=', id)
          .orderBy('d.sort_order')
          .orderBy('d.id'),
      ),
    ),
  };
}

/** The links and samples of products by product id: from rows that were read with the products, otherwise in two queries. */
export async function downloadsOf(
  call: Call,
  products: readonly StoredProduct[],
): Promise<{ links: Map<number, StoredLink[]>; samples: Map<number, StoredSample[]> }> {
  const links = nestedRows<Selectable<DownloadableLinkTable>>(products, 'downloadable_links');
  const samples = nestedRows<Selectable<DownloadableSampleTable>>(products, 'downloadable_samples');
  const ids = products.map((product) => product.id);
  if (!links || !samples) return { links: await findLinks(call, ids), samples: await findSamples(call, ids) };
  return {
    links: new Map([...links].map(([id, rows]) => [id, rows.map(readLink)])),
    samples: new Map([...samples].map(([id, rows]) => [id, rows.map(readSample)])),
  };
}

/** The links of products in order, in one query; by product id. */
export async function findLinks(call: Call, productIds: readonly number[]): Promise<Map<number, StoredLink[]>> {
  const rows = await linkRows(call.db, { ids: productIds });
  return Map.groupBy(rows.map(readLink), (link) => link.product_id);
}

/** As `findLinks`, for samples. */
export async function findSamples(call: Call, productIds: readonly number[]): Promise<Map<number, StoredSample[]>> {
  const rows = await sampleRows(call.db, { ids: productIds });
  return Map.groupBy(rows.map(readSample), (sample) => sample.product_id);
}

/** The link with an id; undefined when it does not exist. */
export async function findLink(call: Call, id: number): Promise<StoredLink | undefined> {
  const row = await call.db.selectFrom('downloadable_link').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readLink(row);
}

/** The sample with an id; undefined when it does not exist. */
export async function findSample(call: Call, id: number): Promise<StoredSample | undefined> {
  const row = await call.db.selectFrom('downloadable_sample').selectAll().where('id', '=', id).executeTakeFirst();
  return row && readSample(row);
}

/** Writes a link; a new one has id 0. Gives the link with its id. */
export async function writeLink(call: Call, link: StoredLink): Promise<StoredLink> {
  const { id, ...rest } = link;
  const row = { ...rest, titles: encodeDocument(link.titles), prices: encodeDocument(link.prices) };
  if (id !== 0) {
    await updateRows(call.db, 'downloadable_link', ['id'], [{ id, ...row }]);
    return link;
  }
  const inserted = await insertRows(call.db, 'downloadable_link', [row], { returning: ['id'] });
  return { ...link, id: firstOf(inserted).id };
}

/** As `writeLink`, for samples. */
export async function writeSample(call: Call, sample: StoredSample): Promise<StoredSample> {
  const { id, ...rest } = sample;
  const row = { ...rest, titles: encodeDocument(sample.titles) };
  if (id !== 0) {
    await updateRows(call.db, 'downloadable_sample', ['id'], [{ id, ...row }]);
    return sample;
  }
  const inserted = await insertRows(call.db, 'downloadable_sample', [row], { returning: ['id'] });
  return { ...sample, id: firstOf(inserted).id };
}

/** Deletes links or samples. */
export async function deleteRows(
  call: Call,
  table: 'downloadable_link' | 'downloadable_sample',
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await call.db.deleteFrom(table).where(inIds('id', ids)).execute();
}
