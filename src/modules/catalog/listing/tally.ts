import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { firstOf } from '../../../kernel/lists.ts';
import { compileTruth } from '../../../storage/criteria/compile.ts';
import type { Condition } from '../../../storage/criteria/criteria.ts';
import type { SearchFields } from '../../../storage/criteria/fields.ts';

type Groups = readonly (readonly Condition[])[];

/** Fields of the tally's kinds; store views may override status and visibility. */
const counted = new Set(['type_id', 'attribute_set_id', 'status', 'visibility', 'is_salable']);

/** Whether a field is part of the tally's kinds. */
export function isTallied(field: string): boolean {
  return counted.has(field);
}

/** The conditions of a list whose total comes from the tally. */
export interface TalliedList {
  /** 0: all categories. */
  readonly categoryId: number;
  /** 0: all websites. */
  readonly websiteId: number;
  /** Conditions on the columns of a product's kind. */
  readonly groups: Groups;
}

/**
 * The conditions of a list in terms of the tally: at most one category and one website (each named any number of
 * times), and any conditions on the kind of products. `isCounted`: whether the tally counts the store view's values of
 * a field. Undefined for a list with other conditions.
 */
// oxlint-disable-next-line complexity -- a condition matches one of five cases, and the cases share two variables
export function talliedList(
  call: Call,
  groups: Groups,
  isCounted: (field: string) => boolean,
): TalliedList | undefined {
  let categoryId = 0;
  let websiteId = 0;
  const rest: (readonly Condition[])[] = [];
  for (const group of groups) {
    const [first, ...others] = group;
    if (!first) continue;
    if (group.every(({ field }) => counted.has(field) && isCounted(field))) {
      rest.push(group);
      continue;
    }
    const id = Number(first.value);
    if (others.length > 0 || first.type !== 'eq' || !/^\d+$/.test(first.value) || !Number.isSafeInteger(id))
      return undefined;
    if (first.field === 'category_id' && categoryId === 0 && id > 0) categoryId = id;
    else if (first.field === 'website_id' && (websiteId === 0 || websiteId === id) && id > 0) websiteId = id;
    else if (first.field === 'store_id' && id === 0) continue;
    else if (first.field === 'store_id') {
      const ofStore = call.services.store.websiteOf(id);
      if (!ofStore || (websiteId !== 0 && websiteId !== ofStore)) return undefined;
      websiteId = ofStore;
    } else return undefined;
  }
  return { categoryId, websiteId, groups: rest };
}

/** Numbers of products, from the tally. */
export interface ListTally {
  /** Products that match all conditions of the list. */
  readonly matches: number;
  /** Products of its category; if it has none, all products. */
  readonly visibleCount: number;
  readonly all: number;
}

interface TallyRow {
  readonly matches: number | null;
  readonly visible_count: number | null;
  readonly total: number | null;
}

/**
 * The totals of a list, in one query; `fields`: the fields of its conditions. Lists of all categories share a
 * statement.
 */
export async function countTallied(call: Call, list: TalliedList, fields: SearchFields): Promise<ListTally> {
  const { categoryId, websiteId, groups } = list;
  const query = (category: number): RawBuilder<TallyRow> => tallyQuery(call, { ...list, categoryId: category }, fields);
  const shape = `tally ${websiteId} ${JSON.stringify(groups)}`;
  const rows = call.inTransaction
    ? (await query(categoryId).execute(call.db)).rows
    : await call.services.listing.cachedStatements.rows(call.db, shape, { categoryId }, (p) =>
        query(p.categoryId).compile(call.db),
      );
  const { matches, visible_count, total } = firstOf(rows ?? []);
  return { matches: matches ?? 0, visibleCount: visible_count ?? 0, all: total ?? 0 };
}

function tallyQuery(
  call: Call,
  { categoryId, websiteId, groups }: TalliedList,
  fields: SearchFields,
): RawBuilder<TallyRow> {
  const where = compileTruth(call, fields, groups);
  return sql`
    select sum(case when p.category_id = ${categoryId} and p.website_id = ${websiteId} and ${where} then p.n end) as matches,
      sum(case when p.category_id = ${categoryId} and p.website_id = 0 then p.n end) as visible_count,
      sum(case when p.category_id = 0 and p.website_id = 0 then p.n end) as total
    from catalog_product_tally as p
    where p.category_id in (0, ${categoryId}) and p.website_id in (0, ${websiteId})`;
}

/** Removes the rows of deleted categories. */
export async function dropTallies(call: Call): Promise<void> {
  await sql`delete from catalog_product_tally
    where category_id <> 0 and category_id not in (select id from category)`.execute(call.db);
}
