import { expressionBuilder, sql, type Expression, type NotNull, type Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { firstOf } from '../../kernel/lists.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { decodeDocument, encodeDocument } from '../../storage/documents.ts';
import { nestedDocument, nested } from '../../storage/nested.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { insertRows, updateRows } from '../../storage/rows.ts';
import { inIds, unseenId } from '../../storage/sql.ts';
import { insertComponents, type ComponentLinks } from '../catalog/products/component-extensions.ts';
import { nestedRows, type NestedColumns } from '../catalog/products/extensions.ts';
import type { ProductChoice, StoredProduct } from '../catalog/service.ts';
import type { BundleLinkTable, BundleOptionTable } from './tables.ts';
import { BUNDLE } from './types.ts';

/** Prices of a selection by website id, where a website has one of its own. */
type LinkPrices = Readonly<Record<number, Pick<BundleLinkTable, 'price' | 'price_type'>>>;

/** A stored selection; its price is that of all websites. */
export interface StoredLink extends Omit<Selectable<BundleLinkTable>, 'child_id' | 'prices'> {
  readonly child_id: number;
  readonly prices: LinkPrices;
  /** SKU of its product. */
  readonly sku: string;
}

/** A stored option with its selections. */
export interface StoredOption {
  readonly id: number;
  readonly product_id: number;
  readonly position: number;
  readonly required: number;
  readonly type: string;
  /** By store id; 0 for all store views. */
  readonly titles: Readonly<Record<number, string>>;
  readonly links: readonly StoredLink[];
}

const optionRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('bundle_option').selectAll().where(inIds('product_id', p.ids)).orderBy('position').orderBy('id'),
);
const linkRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('bundle_link as l')
    .innerJoin('catalog_product as c', 'c.id', 'l.child_id')
    .selectAll('l')
    .select('c.sku')
    .$narrowType<{ child_id: NotNull }>()
    .where(inIds('l.product_id', p.ids))
    .orderBy('l.position')
    .orderBy('l.id'),
);
const parentRows = prepared((db, p: Params<{ componentIds: readonly number[] }>) =>
  db.selectFrom('bundle_link').select('product_id as parent_id').distinct().where(inIds('child_id', p.componentIds)),
);
const choiceRows = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db
    .selectFrom('bundle_option as o')
    .innerJoin('bundle_link as l', 'l.option_id', 'o.id')
    .select(['o.product_id', 'o.id', 'o.required', 'o.type'])
    .select(['l.id as link_id', 'l.child_id', 'l.qty', 'l.price', 'l.price_type', 'l.prices'])
    .where(inIds('o.product_id', p.ids)),
);

/** A row of a selection from a query. */
type LinkRow<T extends StoredLink = StoredLink> = Omit<T, 'prices'> & { readonly prices: string | null };

function readPrices<T extends StoredLink>(row: LinkRow<T>): T {
  return Object.assign(row as unknown as T, {
    prices: row.prices === null ? {} : decodeDocument<LinkPrices>(row.prices),
  });
}

/** A selection with the price of a website. */
export function linkOn(link: StoredLink, websiteId: number): StoredLink {
  const own = link.prices[websiteId];
  return own ? { ...link, ...own } : link;
}

/** Options with the prices of a website. */
export function optionsOn(options: readonly StoredOption[], websiteId: number): readonly StoredOption[] {
  if (websiteId === 0) return options;
  return options.map((option) =>
    Object.assign({}, option, { links: option.links.map((link) => linkOn(link, websiteId)) }),
  );
}

function readOption(row: Selectable<BundleOptionTable>, links: readonly StoredLink[]): StoredOption {
  return { ...row, titles: decodeDocument(row.titles), links };
}

/** A selection with the price of its product in scope 0, and a document with the values that the store view overrides. */
type NestedLink = StoredLink & { readonly child_price: number | null; readonly child_override: string | null };

/** Columns that are read together with product `p`; null where it is not a bundle. */
export function nestedOptions(storeId: number): NestedColumns {
  const eb = expressionBuilder<Tables>();
  const id = sql<number>`p.id`;
  const ofBundles = (rows: Expression<string>) =>
    sql<string | null>`case when p.type_id = ${sql.lit(BUNDLE)} then ${rows} end`;
  return {
    bundle_options: ofBundles(
      nested(
        eb
          .selectFrom('bundle_option as b')
          .select([
            'b.id',
            'b.product_id',
            'b.position',
            'b.required',
            'b.type',
            nestedDocument('b.titles').as('titles'),
          ])
          .where('b.product_id', '=', id)
          .orderBy('b.position')
          .orderBy('b.id'),
      ),
    ),
    bundle_links: ofBundles(
      nested(
        eb
          .selectFrom('bundle_link as l')
          .innerJoin('catalog_product as c', 'c.id', 'l.child_id')
          .select(['l.id', 'l.option_id', 'l.product_id', 'l.child_id', 'l.position', 'l.qty', 'l.is_default'])
          .select(['l.price', 'l.price_type', 'l.can_change_quantity', 'c.sku', 'c.price as child_price'])
          .select(nestedDocument('l.prices').as('prices'))
          // As a parameter within a join, the store id would make SQLite prepare the whole statement each time.
          .select((inner) =>
            inner
              .selectFrom('catalog_product_store as s')
              .select(nestedDocument('s.document').as('document'))
              .whereRef('s.product_id', '=', 'c.id')
              .where('s.store_id', '=', unseenId(storeId))
              .as('child_override'),
          )
          .where('l.product_id', '=', id)
          .orderBy('l.position')
          .orderBy('l.id'),
      ),
    ),
  };
}

/** The bundles that have product `p` as a selection. */
export const nestedParents = nested(
  expressionBuilder<Tables>()
    .selectFrom('bundle_link as l')
    .select('l.product_id as parent_id')
    .distinct()
    .where('l.child_id', '=', sql<number>`p.id`),
);

/** Options and selections of bundles, as they were read together with the products. */
interface BundleReading {
  /** By product id. */
  readonly options: ReadonlyMap<number, StoredOption[]>;
  readonly links: readonly NestedLink[];
}

/** The options and selections of bundles; undefined where the products were read without them. */
export function readBundles(products: readonly StoredProduct[]): BundleReading | undefined {
  const options = nestedRows<Selectable<BundleOptionTable>>(products, 'bundle_options');
  const links = nestedRows<LinkRow<NestedLink>>(products, 'bundle_links');
  if (!options || !links) return undefined;
  const all = [...links.values()].flat().map((row) => readPrices(row));
  const byOption = Map.groupBy(all, (link) => link.option_id);
  const read = (row: Selectable<BundleOptionTable>) => readOption(row, byOption.get(row.id) ?? []);
  return { options: new Map([...options].map(([id, rows]) => [id, rows.map(read)])), links: all };
}

/** Options of bundles by product id, in two queries. */
export async function findOptions(call: Call, ids: readonly number[]): Promise<Map<number, StoredOption[]>> {
  const rows = await linkRows(call.db, { ids });
  const links = Map.groupBy(
    rows.map((row) => readPrices(row)),
    (link) => link.option_id,
  );
  const options = (await optionRows(call.db, { ids })).map((row) => readOption(row, links.get(row.id) ?? []));
  const byProduct = Map.groupBy(options, (option) => option.product_id);
  return new Map(ids.map((id) => [id, byProduct.get(id) ?? []]));
}

/** The options of one bundle, in order of their positions. */
export async function findOptionsOf(call: Call, id: number): Promise<StoredOption[]> {
  return valueAt(await findOptions(call, [id]), id);
}

/** The choices that bundles offer to buyers; see `ProductTypeRules.choices`. */
export async function findChoices(call: Call, ids: readonly number[]): Promise<Map<number, ProductChoice[]>> {
  const byBundle = Map.groupBy(await choiceRows(call.db, { ids }), (row) => row.product_id);
  const websiteId = call.services.catalog.priceWebsite(call, call.scope.storeId);
  return new Map(
    [...byBundle].map(([id, rows]) => {
      const options = Map.groupBy(rows, (row) => row.id);
      return [id, [...options.values()].map((own) => choiceOf(own, websiteId))];
    }),
  );
}

/** Types of options of which buyers may take several selections. */
const multiple = new Set(['checkbox', 'multi']);

/** Whether buyers may take several selections of an option at once. */
export function isMultiple({ type }: Pick<StoredOption, 'type'>): boolean {
  return multiple.has(type);
}

type ChoiceRow = Awaited<ReturnType<typeof choiceRows>>[number];

function choiceOf(rows: readonly ChoiceRow[], websiteId: number): ProductChoice {
  const offers = rows.flatMap(({ link_id, child_id, qty, prices, ...ofAll }) => {
    if (child_id === null) return [];
    const own = prices === null ? undefined : decodeDocument<LinkPrices>(prices)[websiteId];
    const { price, price_type } = own ?? ofAll;
    return [{ row: link_id, componentId: child_id, qty, price, isPercent: price_type === 1 }];
  });
  const first = firstOf(rows);
  return { isRequired: first.required === 1, isMultiple: isMultiple(first), offers };
}

/** Inserts an option without selections; returns its id. */
export async function insertOption(call: Call, option: Omit<StoredOption, 'id' | 'links'>): Promise<number> {
  const rows = await insertRows(call.db, 'bundle_option', [{ ...option, titles: encodeDocument(option.titles) }], {
    returning: ['id'],
  });
  return firstOf(rows).id;
}

/** Writes an option, without its selections. */
export async function updateOption(call: Call, option: Omit<StoredOption, 'links'>): Promise<void> {
  const { id, position, required, type, titles } = option;
  await updateRows(
    call.db,
    'bundle_option',
    ['id'],
    [{ id, position, required, type, titles: encodeDocument(titles) }],
  );
}

/** Deletes options, with their selections. */
export async function deleteOptions(call: Call, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await call.db.deleteFrom('bundle_option').where(inIds('id', ids)).execute();
}

/** The columns of a selection that an update writes; the others identify it. */
function columnsOf(link: StoredLink) {
  const { option_id, child_id, position, qty, is_default, price, price_type, can_change_quantity } = link;
  const prices = Object.keys(link.prices).length > 0 ? encodeDocument(link.prices) : null;
  return { option_id, child_id, position, qty, is_default, price, price_type, can_change_quantity, prices };
}

/** Inserts selections; returns their ids in order. Throws 404 when a product was deleted meanwhile. */
export async function insertLinks(call: Call, links: readonly StoredLink[]): Promise<number[]> {
  const rows = await insertComponents(call, () =>
    insertRows(
      call.db,
      'bundle_link',
      links.map((link) => ({ product_id: link.product_id, ...columnsOf(link) })),
      { returning: ['id'] },
    ),
  );
  return rows.map((row) => row.id);
}

/** Writes selections that exist. */
export async function updateLinks(call: Call, links: readonly StoredLink[]): Promise<void> {
  await updateRows(
    call.db,
    'bundle_link',
    ['id'],
    links.map((link) => ({ id: link.id, ...columnsOf(link) })),
  );
}

/** Deletes selections. */
export async function deleteLinks(call: Call, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await call.db.deleteFrom('bundle_link').where(inIds('id', ids)).execute();
}

/** Which products are selections of which bundles. */
export const bundleLinks: ComponentLinks = {
  nestedAs: 'bundle_parents',
  findParents: (call, componentIds) => parentRows(call.db, { componentIds }),
  removeLost: (call) =>
    call.db.deleteFrom('bundle_link').where('child_id', 'is', null).returning('product_id as parent_id').execute(),
};
