import { sql, type RawBuilder } from 'kysely';
import {
  further,
  kindColumns,
  movePosition,
  placesOf,
  placingTables,
  positionOf,
  reasonsToShow,
  removeBelongings,
  showsWhatComesIn,
  type ShownSort,
} from './rules.ts';

/** Writes the statement that adds to the tally; `counted`: a select of category, website, kind of product and number. */
type Count = (counted: string) => string;

/** The key of a row of the tally. */
function keyOf(kinds: readonly string[]): string {
  const columns = kinds.map((column) => (nullable.has(column) ? `coalesce(${column}, -1)` : column));
  return `(category_id, website_id, ${columns.join(', ')})`;
}
const nullable = new Set(['status', 'visibility']);

/**
 * The triggers that count products by kind, a combination of the columns `kinds`. SQLite runs a trigger for each row,
 * one after another: each sees the current state of the other tables.
 */
function countingTriggers(kinds: readonly string[]): string[] {
  const count: Count = (counted) => `insert into catalog_product_tally (category_id, website_id, ${kinds.join(', ')}, n)
    ${counted}
    on conflict ${keyOf(kinds)}
    do update set n = n + excluded.n;`;
  return [
    `create unique index catalog_product_tally_key on catalog_product_tally
    ${keyOf(kinds)}`,
    ...ofProducts(kinds, count),
    ...ofPlaces(kinds, count),
  ];
}

function ofProducts(kinds: readonly string[], count: Count): string[] {
  const kind = (row: string): string => kindColumns(kinds, row);
  const changes = kinds.map((column) => `old.${column} is not new.${column}`).join(' or ');
  const anew = (row: 'old' | 'new', step: number): string =>
    count(`select c.category_id, w.website_id, ${kind(row)}, ${step} from ${placesOf('new.id')} where true`);
  return [
    `create trigger catalog_product_tally_insert after insert on catalog_product begin
    ${count(`select 0, 0, ${kind('new')}, 1 where true`)}
  end`,
    `create trigger catalog_product_tally_update after update of ${kinds.join(', ')}
    on catalog_product when ${changes} begin
    ${anew('old', -1)}
    ${anew('new', 1)}
  end`,
    `create trigger catalog_product_tally_delete before delete on catalog_product begin
    ${removeBelongings}
    ${count(`select 0, 0, ${kind('old')}, -1 where true`)}
  end`,
  ];
}

function ofPlaces(kinds: readonly string[], count: Count): string[] {
  const steps = [
    ['insert', 'new', 1],
    ['delete', 'old', -1],
  ] as const;
  return placingTables.flatMap(({ table, place, others }) =>
    steps.map(([event, row, step]) => {
      const counted = `select ${place(row)}, ${kindColumns(kinds, 'p')}, ${step}
      from catalog_product p cross join ${others(`${row}.product_id`)} where p.id = ${row}.product_id`;
      return `create trigger ${table}_tally_${event} after ${event} on ${table} begin
    ${count(counted)}
  end`;
    }),
  );
}

/** The trigger for products added to a category. */
function showingInserted(shownSorts: readonly ShownSort[]): string {
  return `create trigger category_product_shown_insert after insert on category_product begin
    insert into category_shown (category_id, product_id, position${further(shownSorts.map(({ column }) => column))})
      select a.id, new.product_id, ${positionOf('new')}${further(shownSorts.map(({ value }) => value('p')))}
      from catalog_product p, category d, json_each('[' || replace(d.path, '/', ',') || ']') i, category a
      where p.id = new.product_id and d.id = new.category_id and a.id = i.value and ${showsWhatComesIn}
      on conflict (category_id, product_id) do update set position = coalesce(excluded.position, position);
  end`;
}

/** The other triggers that maintain `category_shown`. */
const showing: readonly string[] = [
  `create trigger category_product_shown_update after update of position on category_product begin
    ${movePosition}
  end`,
  `create trigger category_product_shown_delete after delete on category_product begin
    update category_shown set position = null
      where category_id = old.category_id and product_id = old.product_id;
    delete from category_shown where product_id = old.product_id
      and not exists (${reasonsToShow('category_shown', 'old.product_id')});
  end`,
];

/** The statements that create the triggers; `kinds`: the columns of a product's kind. */
export function sqliteTriggers(kinds: readonly string[]): RawBuilder<unknown>[] {
  return [...countingTriggers(kinds), showingInserted([]), ...showing].map((text) => sql.raw(text));
}

/** The statements that maintain the sort columns of `category_shown`. */
export function sqliteSorting(shownSorts: readonly ShownSort[]): RawBuilder<unknown>[] {
  const columns = shownSorts.map(({ column }) => column).join(', ');
  const values = shownSorts.map(({ value }) => value('p')).join(', ');
  return [
    'drop trigger category_product_shown_insert',
    showingInserted(shownSorts),
    `create trigger category_shown_sort after insert on category_shown when new.name is null begin
    update category_shown set (${columns}) = (select ${values} from catalog_product p where p.id = new.product_id)
      where category_id = new.category_id and product_id = new.product_id;
  end`,
    ...shownSorts.map(
      ({ column, value }) => `create trigger category_shown_${column} after update of ${column} on catalog_product
    when old.${column} is not new.${column} begin
    update category_shown set ${column} = ${value('new')} where product_id = new.id;
  end`,
    ),
  ].map((text) => sql.raw(text));
}

/** The statements that replace the triggers and recount, after the columns of the kind have changed. */
export function sqliteRecount(kinds: readonly string[]): RawBuilder<unknown>[] {
  const statements = countingTriggers(kinds).flatMap((text) => [
    text.replace(/^create (?:unique )?(index|trigger) (\w+).*/s, 'drop $1 $2'),
    text,
  ]);
  return statements.map((text) => sql.raw(text));
}
