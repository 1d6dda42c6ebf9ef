import { sql, type RawBuilder } from 'kysely';
import {
  kindColumns,
  movePosition,
  placesOf,
  placingTables,
  positionOf,
  reasonsToShow,
  removeBelongings,
  showsWhatComesIn,
} from './rules.ts';

/** Makes the statement that adds to the tally, of a select of a category, a website, what a product is and a number. */
type Count = (counted: string) => string;

/** What a row of the tally is found by. */
function keyOf(kinds: readonly string[]): string {
  const columns = kinds.map((column) => (nullable.has(column) ? `coalesce(${column}, -1)` : column));
  return `(category_id, website_id, ${columns.join(', ')})`;
}
const nullable = new Set(['status', 'visibility']);

/**
 * Counts products by their kind, which the columns `kinds` make up. SQLite's triggers run for each row, one after another: each finds the other
 * tables as they are then.
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

/** Keep what categories show. */
const showing: readonly string[] = [
  `create trigger category_product_shown_insert after insert on category_product begin
    insert into category_shown (category_id, product_id, position)
      select a.id, new.product_id, ${positionOf('new')}
      from category d, json_each('[' || replace(d.path, '/', ',') || ']') i, category a
      where d.id = new.category_id and a.id = i.value and ${showsWhatComesIn}
      on conflict (category_id, product_id) do update set position = coalesce(excluded.position, position);
  end`,
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

/** The statements that make the triggers, for products whose kind these columns make up. */
export function sqliteTriggers(kinds: readonly string[]): RawBuilder<unknown>[] {
  return [...countingTriggers(kinds), ...showing].map((text) => sql.raw(text));
}

/** The same for a database in which other columns made up the kind so far. */
export function sqliteRecount(kinds: readonly string[]): RawBuilder<unknown>[] {
  const statements = countingTriggers(kinds).flatMap((text) => {
    const [, type, name] = /^create (?:unique )?(index|trigger) (\w+)/.exec(text)!;
    return [`drop ${type} ${name}`, text];
  });
  return statements.map((text) => sql.raw(text));
}
