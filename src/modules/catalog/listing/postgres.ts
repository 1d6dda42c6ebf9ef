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
  type PlacingTable,
  type ShownSort,
} from './rules.ts';

/** See `counting`. */
type Count = (counted: string, touched: string) => string;

/**
 * Returns the function that writes statements for the tally. `counted` is a select of category, website, kind of
 * product and number. Each statement adds rows of its own, because writers that updated the same row would wait for
 * each other. Now and then it sums up the rows of its categories (`touched`: a select of each of them once) that no
 * other writer has locked; only a few categories if there are many.
 */
function counting(kinds: readonly string[]): Count {
  return (counted, touched) => `insert into catalog_product_tally (category_id, website_id, ${kinds.join(', ')}, n)
    ${counted};
    if random() < 0.02 then
      perform catalog_product_tally_sum(t.category_id)
        from (select category_id from (${touched}) every_one order by random() limit 20) t;
    end if;`;
}

function trigger(name: string, body: string): string {
  return `create or replace function ${name}() returns trigger language plpgsql as $trigger$
    ${body} $trigger$`;
}

/** Category 0 alone, which counts the products of all categories. */
const none = 'select 0 as category_id';
const step = `case tg_op when 'DELETE' then -1 else 1 end`;

/** The categories in which rows of a table count, and how many of these one kind and place can have. */
const written: Readonly<Record<PlacingTable['table'], { readonly touched: string; readonly isMany: boolean }>> = {
  catalog_product_website: {
    touched: `${none} union select s.category_id from changed n join category_shown s on s.product_id = n.product_id`,
    isMany: false,
  },
  category_shown: { touched: 'select distinct category_id from changed', isMany: true },
};

/** Counts the products of the rows that a statement has written. */
function ofPlaces(kinds: readonly string[], count: Count): string[] {
  const kind = kindColumns(kinds, 'p');
  return placingTables.map(({ table, place, others }) => {
    const { touched, isMany } = written[table];
    const counted = `select ${place('n')}, ${kind}, ${isMany ? `sum(${step})` : step} from changed n
        join catalog_product p on p.id = n.product_id cross join lateral ${others('p.id')}
        ${isMany ? `group by ${place('n')}, ${kind}` : ''}`;
    return trigger(`${table}_tally`, `begin ${count(counted, touched)} return null; end`);
  });
}

/**
 * Functions of PostgreSQL's statement triggers, which see the result of the whole statement. So one statement must not write both
 * websites and categories of a product. Writers lock the row of the product, so that nobody changes its other places meanwhile.
 */
function countingFunctions(kinds: readonly string[]): string[] {
  const kind = (row: string): string => kindColumns(kinds, row);
  const count = counting(kinds);
  return [
    `create or replace function catalog_product_tally_sum(category bigint) returns void language sql as $sum$
    with summed as (
      delete from catalog_product_tally where ctid = any(array(
        select ctid from catalog_product_tally where category_id = category for update skip locked)) returning *
    )
    insert into catalog_product_tally (category_id, website_id, ${kinds.join(', ')}, n)
    select s.category_id, s.website_id, ${kind('s')}, sum(s.n)
    from summed s group by s.category_id, s.website_id, ${kind('s')} having sum(s.n) <> 0 $sum$`,

    trigger(
      'catalog_product_tally_insert',
      `begin
      ${count(`select 0, 0, ${kind('n')}, count(*) from changed n group by ${kind('n')}`, none)}
      return null;
    end`,
    ),
    trigger(
      'catalog_product_tally_update',
      `begin
      ${count(
        `select c.category_id, w.website_id, ${kind('o')}, o.n from ${placesOf('new.id')}
        cross join (values (${kind('old')}, -1), (${kind('new')}, 1)) o (${kinds.join(', ')}, n)`,
        `${none} union all select s.category_id from category_shown s where s.product_id = new.id`,
      )}
      return null;
    end`,
    ),
    trigger(
      'catalog_product_tally_delete',
      `begin
      ${removeBelongings}
      ${count(`values (0, 0, ${kind('old')}, -1)`, none)}
      return old;
    end`,
    ),
    ...ofPlaces(kinds, count),
  ];
}

/** The trigger function for products added to categories. */
function showingInserted(shownSorts: readonly ShownSort[]): string {
  return trigger(
    'category_product_shown_insert',
    `begin
      insert into category_shown as s (category_id, product_id, position${further(shownSorts.map(({ column }) => column))})
        select a.id, p.id, max(${positionOf('n')})${further(shownSorts.map(({ value }) => value('p')))}
        from changed n join catalog_product p on p.id = n.product_id join category d on d.id = n.category_id
        join category a on a.id = any(string_to_array(d.path, '/')::bigint[]) and ${showsWhatComesIn}
        group by a.id, p.id
        on conflict (category_id, product_id) do update set position = excluded.position
          where excluded.position is not null;
      return null;
    end`,
  );
}

/** The other functions that maintain `category_shown`. */
const showing: readonly string[] = [
  trigger(
    'category_product_shown_update',
    `begin
      ${movePosition}
      return null;
    end`,
  ),
  trigger(
    'category_product_shown_delete',
    `begin
      update category_shown s set position = null from changed n
        where s.category_id = n.category_id and s.product_id = n.product_id;
      delete from category_shown s where s.product_id in (select n.product_id from changed n)
        and not exists (${reasonsToShow('s', 's.product_id')});
      return null;
    end`,
  ),
];

/** A trigger on the rows that a statement has inserted or deleted; they are in `changed`. */
function onRows(event: 'insert' | 'delete', table: string, run: string): string {
  const rows = event === 'insert' ? 'new' : 'old';
  return `create trigger ${run}_on_${event} after ${event} on ${table} referencing ${rows} table as changed
    for each statement execute function ${run}()`;
}

/** Recounts products whose kind changes, by the columns `kinds`. */
function onChange(kinds: readonly string[]): string {
  const kind = (row: string): string => kindColumns(kinds, row);
  return `create trigger catalog_product_tally_update after update of ${kinds.join(', ')} on catalog_product for each row
    when ((${kind('old')}) is distinct from (${kind('new')})) execute function catalog_product_tally_update()`;
}

const triggers: readonly string[] = [
  onRows('insert', 'catalog_product', 'catalog_product_tally_insert'),
  `create trigger catalog_product_tally_delete before delete on catalog_product for each row
    execute function catalog_product_tally_delete()`,
  onRows('insert', 'catalog_product_website', 'catalog_product_website_tally'),
  onRows('delete', 'catalog_product_website', 'catalog_product_website_tally'),
  onRows('insert', 'category_shown', 'category_shown_tally'),
  onRows('delete', 'category_shown', 'category_shown_tally'),
  onRows('insert', 'category_product', 'category_product_shown_insert'),
  `create trigger category_product_shown_update after update of position on category_product for each row
    when (old.position is distinct from new.position) execute function category_product_shown_update()`,
  onRows('delete', 'category_product', 'category_product_shown_delete'),
];

/** The statements that create the triggers; `kinds`: the columns of a product's kind. */
export function postgresTriggers(kinds: readonly string[]): RawBuilder<unknown>[] {
  const functions = [...countingFunctions(kinds), showingInserted([]), ...showing];
  return [...functions, ...triggers, onChange(kinds)].map((text) => sql.raw(text));
}

/** The statements that maintain the sort columns of `category_shown`. */
export function postgresSorting(shownSorts: readonly ShownSort[]): RawBuilder<unknown>[] {
  const values = shownSorts.map(({ value }) => value('p')).join(', ');
  return [
    showingInserted(shownSorts),
    trigger(
      'category_shown_sort',
      `begin
      select ${values} into ${shownSorts.map(({ column }) => `new.${column}`).join(', ')}
        from catalog_product p where p.id = new.product_id;
      return new;
    end`,
    ),
    `create trigger category_shown_sort before insert on category_shown for each row when (new.name is null)
    execute function category_shown_sort()`,
    ...shownSorts.flatMap(({ column, value }) => [
      trigger(
        `category_shown_${column}`,
        `begin
      update category_shown set ${column} = ${value('new')} where product_id = new.id;
      return null;
    end`,
      ),
      `create trigger category_shown_${column} after update of ${column} on catalog_product for each row
    when (old.${column} is distinct from new.${column}) execute function category_shown_${column}()`,
    ]),
  ].map((text) => sql.raw(text));
}

/** The statements that replace the triggers and recount, after the columns of the kind have changed. */
export function postgresRecount(kinds: readonly string[]): RawBuilder<unknown>[] {
  const drop = 'drop trigger catalog_product_tally_update on catalog_product';
  return [...countingFunctions(kinds), drop, onChange(kinds)].map((text) => sql.raw(text));
}
