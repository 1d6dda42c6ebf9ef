import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { linkedField, type SearchColumn, type SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { wrappingErrors } from './errors.ts';
import type { WrappingRow } from './tables.ts';
import type { ShownWrapping } from './types.ts';

/** A design in a store view. */
export interface Design extends WrappingRow {
  readonly design: string;
  /** In ascending order. */
  readonly websiteIds: readonly number[];
}

const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('magento_giftwrapping').selectAll().where(inIds('wrapping_id', p.ids)),
);

const textsOf = prepared((db, p: Params<{ ids: readonly number[]; stores: readonly number[] }>) =>
  db
    .selectFrom('magento_giftwrapping_store_attributes')
    .selectAll()
    .where(inIds('wrapping_id', p.ids))
    .where(inIds('store_id', p.stores))
    .orderBy('store_id'),
);

const websitesOf = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('magento_giftwrapping_website').selectAll().where(inIds('wrapping_id', p.ids)).orderBy('website_id'),
);

const offeredIds = prepared((db, p: Params<{ websiteIds: readonly number[] }>) =>
  db
    .selectFrom('magento_giftwrapping as g')
    .innerJoin('magento_giftwrapping_website as w', 'w.wrapping_id', 'g.wrapping_id')
    .select('g.wrapping_id')
    .where('g.status', '=', 1)
    .where(inIds('w.website_id', p.websiteIds))
    .orderBy('g.wrapping_id'),
);

/** Designs by id in a store view, in three queries; omits missing ids. */
export async function findDesigns(
  call: Call,
  ids: readonly number[],
  storeId: number,
): Promise<ReadonlyMap<number, Design>> {
  const rows = await byIds(call.db, { ids });
  if (rows.length === 0) return new Map();
  // In the order of store views: the view's own name overrides the one for all views.
  const texts = await textsOf(call.db, { ids, stores: [...new Set([0, storeId])] });
  const names = new Map(texts.map(({ wrapping_id, design }) => [wrapping_id, design]));
  const websites = Map.groupBy(await websitesOf(call.db, { ids }), ({ wrapping_id }) => wrapping_id);
  return new Map(
    rows.map((row) => {
      const websiteIds = (websites.get(row.wrapping_id) ?? []).map(({ website_id }) => website_id);
      return [row.wrapping_id, { ...row, design: names.get(row.wrapping_id) ?? '', websiteIds }];
    }),
  );
}

/** The designs that buyers on websites may choose, in order of id, in the store view of the call. */
export async function findOffered(call: Call, websiteIds: readonly number[]): Promise<Design[]> {
  const rows = await offeredIds(call.db, { websiteIds });
  const ids = [...new Set(rows.map((row) => row.wrapping_id))];
  const found = await findDesigns(call, ids, call.scope.storeId);
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** A design in a store view. Throws 404. */
export async function requireDesign(call: Call, id: number, storeId: number): Promise<Design> {
  const design = (await findDesigns(call, [id], storeId)).get(id);
  if (!design) throw wrappingErrors.notFound([id]);
  return design;
}

/** A design in the response format. */
export function showDesign(call: Call, { design, websiteIds, ...row }: Design): ShownWrapping {
  const { storeId } = call.scope;
  return {
    wrapping_id: row.wrapping_id,
    design,
    status: row.status,
    base_price: row.base_price,
    ...(row.image === null ? {} : { image_name: row.image, image_url: imageUrl(call, row.image) }),
    base_currency_code: call.services.store.baseCurrency(call, storeId),
    website_ids: [...websiteIds],
  };
}

/** URL of a design's picture; undefined without a picture. */
export function designImage(call: Call, { image }: Pick<WrappingRow, 'image'>): string | undefined {
  return image === null ? undefined : imageUrl(call, image);
}

function imageUrl(call: Call, image: string): string {
  return `${call.services.store.mediaUrl(call)}wrapping/${image}`;
}

/** The name of a design in the store view of the call. */
function designText({ scope }: Call): SearchColumn {
  return sql<string>`(select a.design from magento_giftwrapping_store_attributes a
    where a.wrapping_id = magento_giftwrapping.wrapping_id and a.store_id in (0, ${sql.val(scope.storeId)})
    order by a.store_id desc limit 1)`;
}

const websiteField = linkedField(
  'integer',
  'w.website_id',
  (test) => sql`exists (select 1 from magento_giftwrapping_website w
    where w.wrapping_id = magento_giftwrapping.wrapping_id and ${test})`,
);

const fields: Record<string, SearchField> = {
  wrapping_id: { kind: 'integer', notNull: true },
  status: { kind: 'integer', notNull: true },
  base_price: { kind: 'number', notNull: true },
  image_name: { kind: 'text', column: 'image' },
  design: { kind: 'text', filter: ({ on }, call) => on(designText(call)), order: designText },
  website_ids: websiteField,
  website_id: websiteField,
};

/** Lists designs, including disabled ones, in the store view of the call. */
export function listDesigns(call: Call, criteria: SearchCriteria): Promise<FoundList<Design>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('magento_giftwrapping'),
    key: 'wrapping_id',
    fields,
    load: (on, ids: readonly number[]) => findDesigns(on, ids, on.scope.storeId),
  });
}
