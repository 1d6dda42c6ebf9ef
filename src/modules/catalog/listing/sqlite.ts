import { sql, type RawBuilder } from 'kysely';

/** Makes the statement that adds to the tally, of a select of a category, a website, what a product is and a number. */
type Count = (counted: string) => string;

/** The columns of a product that it is told apart by. */
type Kind = (product: string) => string;

/** What a row of the tally is found by. */
function keyOf(kinds: readonly string[]): string {
  const columns = kinds.map((column) => (nullable.has(column) ? `coalesce(${column}, -1)` : column));
  return `(category_id, website_id, ${columns.join(', ')})`;
}
const nullable = new Set(['status', 'visibility']);

/** The categories that show a product, and 0. */
function categoriesOf(product: string): string {
  return `(select 0 as category_id union all select s.category_id from category_shown s where s.product_id = ${product})`;
}

/** The websites of a product, and 0. */
function websitesOf(product: string): string {
  return `(select 0 as website_id union all
    select x.website_id from catalog_product_website x where x.product_id = ${product})`;
}

/**
 * Counts products, told apart by the columns `kinds`. SQLite's triggers run for each row, one after another: each finds the other
 * tables as they are then.
 */
function countingTriggers(kinds: readonly string[]): string[] {
  const count: Count = (counted) => `insert into catalog_product_tally (category_id, website_id, ${kinds.join(', ')}, n)
    ${counted}
    on conflict ${keyOf(kinds)}
    do update set n = n + excluded.n;`;
  const kind: Kind = (product) => kinds.map((column) => `${product}.${column}`).join(', ');
  return [
    `create unique index catalog_product_tally_key on catalog_product_tally
    ${keyOf(kinds)}`,
    ...ofProducts(kinds, kind, count),
    ...ofPlaces(kind, count),
  ];
}

function ofProducts(kinds: readonly string[], kind: Kind, count: Count): string[] {
  const changes = kinds.map((column) => `old.${column} is not new.${column}`).join(' or ');
  return [
    `create trigger catalog_product_tally_insert after insert on catalog_product begin
    ${count(`select 0, 0, ${kind('new')}, 1 where true`)}
  end`,
    `create trigger catalog_product_tally_update after update of ${kinds.join(', ')}
    on catalog_product when ${changes} begin
    ${count(`select c.category_id, w.website_id, ${kind('old')}, -1
      from ${categoriesOf('new.id')} c cross join ${websitesOf('new.id')} w where true`)}
    ${count(`select c.category_id, w.website_id, ${kind('new')}, 1
      from ${categoriesOf('new.id')} c cross join ${websitesOf('new.id')} w where true`)}
  end`,
    // What belongs to a product goes before it: the tally needs to know what it is.
    `create trigger catalog_product_tally_delete before delete on catalog_product begin
    delete from category_product where product_id = old.id;
    delete from catalog_product_website where product_id = old.id;
    ${count(`select 0, 0, ${kind('old')}, -1 where true`)}
  end`,
  ];
}

function ofPlaces(kind: Kind, count: Count): string[] {
  return [
    `create trigger catalog_product_website_tally_insert after insert on catalog_product_website begin
    ${count(`select c.category_id, new.website_id, ${kind('p')}, 1
      from catalog_product p cross join ${categoriesOf('new.product_id')} c where p.id = new.product_id`)}
  end`,
    `create trigger catalog_product_website_tally_delete after delete on catalog_product_website begin
    ${count(`select c.category_id, old.website_id, ${kind('p')}, -1
      from catalog_product p cross join ${categoriesOf('old.product_id')} c where p.id = old.product_id`)}
  end`,

    `create trigger category_shown_tally_insert after insert on category_shown begin
    ${count(`select new.category_id, w.website_id, ${kind('p')}, 1
      from catalog_product p cross join ${websitesOf('new.product_id')} w where p.id = new.product_id`)}
  end`,
    `create trigger category_shown_tally_delete after delete on category_shown begin
    ${count(`select old.category_id, w.website_id, ${kind('p')}, -1
      from catalog_product p cross join ${websitesOf('old.product_id')} w where p.id = old.product_id`)}
  end`,
  ];
}

/** Keep what categories show. */
const showing: readonly string[] = [
  `create trigger category_product_shown_insert after insert on category_product begin
    insert into category_shown (category_id, product_id, position)
      select a.id, new.product_id, case when a.id = new.category_id then new.position end
      from category d, json_each('[' || replace(d.path, '/', ',') || ']') i, category a
      where d.id = new.category_id and a.id = i.value and (a.id = d.id or a.is_anchor = 1)
      on conflict (category_id, product_id) do update set position = coalesce(excluded.position, position);
  end`,
  `create trigger category_product_shown_update after update of position on category_product begin
    update category_shown set position = new.position
      where category_id = new.category_id and product_id = new.product_id;
  end`,
  `create trigger category_product_shown_delete after delete on category_product begin
    update category_shown set position = null
      where category_id = old.category_id and product_id = old.product_id;
    delete from category_shown where product_id = old.product_id and not exists (
      select 1 from category_product l join category d on d.id = l.category_id
      join category a on a.id = category_shown.category_id
      where l.product_id = old.product_id and d.path >= a.path
        and d.path < a.path || case when a.is_anchor = 1 then '0' else '!' end);
  end`,
];

/** What makes the triggers of a database, of products that are told apart by these columns. */
export function sqliteTriggers(kinds: readonly string[]): RawBuilder<unknown>[] {
  return [...countingTriggers(kinds), ...showing].map((text) => sql.raw(text));
}

/** The same of a database whose products have been told apart by others so far. */
export function sqliteRecount(kinds: readonly string[]): RawBuilder<unknown>[] {
  const statements = countingTriggers(kinds).flatMap((text) => {
    const [, type, name] = /^create (?:unique )?(index|trigger) (\w+)/.exec(text)!;
    return [`drop ${type} ${name}`, text];
  });
  return statements.map((text) => sql.raw(text));
}
