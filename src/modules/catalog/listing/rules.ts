import { sql, type Expression, type SqlBool } from 'kysely';

/**
 * What triggers keep, said once for both databases; `sqlite.ts` (a trigger for each row) and `postgres.ts` (one for each
 * statement) only write it in their ways.
 *
 * What categories show (`category_shown`):
 * 1. A category shows the products in it, at their positions.
 * 2. An anchor category also shows those in the categories below it, each once, and without a position.
 *
 * The tally (`catalog_product_tally`):
 * 3. A product is counted once in each of its places: in each category that shows it, and whatever the category (0), on each of
 *    its websites, and whatever the website (0).
 * 4. It is counted by its kind, which some of its columns make up. When it becomes another kind, it is taken out of all its
 *    places and counted in them anew.
 * 5. What puts it into places goes before the product itself does, while it is known what kind it is.
 */

/**
 * Whether the category `top` shows what is in the category `below`, as rule 2 says. Both are names of tables in the statement.
 * Everything below the path `1/2` starts with `1/2/`, and `0` is the sign after the slash. No path has an exclamation mark,
 * which comes before the slash: where `top` is no anchor, only `top` itself is in the range.
 */
function shownBy(below: string, top: string): string {
  return `${below}.path >= ${top}.path and ${below}.path < ${top}.path || case when ${top}.is_anchor = 1 then '0' else '!' end`;
}

/** As `shownBy`, for queries. */
export function isShownBy(below: string, top: string): Expression<SqlBool> {
  return sql.raw(shownBy(below, top));
}

/** The columns that make up the kind of a product. */
export function kindColumns(kinds: readonly string[], product: string): string {
  return kinds.map((column) => `${product}.${column}`).join(', ');
}

/** The categories that a product is counted in. */
function categoriesOf(product: string): string {
  return `(select 0 as category_id union all select s.category_id from category_shown s where s.product_id = ${product})`;
}

/** The websites that a product is counted on. */
function websitesOf(product: string): string {
  return `(select 0 as website_id union all
    select x.website_id from catalog_product_website x where x.product_id = ${product})`;
}

/** The places of a product: categories `c` with websites `w`. */
export function placesOf(product: string): string {
  return `${categoriesOf(product)} c cross join ${websitesOf(product)} w`;
}

/** A table whose rows put products into places: each into one category or website, with all there are of the other. */
export interface PlacingTable {
  readonly table: 'catalog_product_website' | 'category_shown';
  /** Category and website, of `row` and of `others`. */
  place(row: string): string;
  others(product: string): string;
}

export const placingTables: readonly PlacingTable[] = [
  {
    table: 'catalog_product_website',
    place: (row) => `c.category_id, ${row}.website_id`,
    others: (product) => `${categoriesOf(product)} c`,
  },
  {
    table: 'category_shown',
    place: (row) => `${row}.category_id, w.website_id`,
    others: (product) => `${websitesOf(product)} w`,
  },
];

/** What goes before a product does. */
export const removeBelongings = `delete from category_product where product_id = old.id;
    delete from catalog_product_website where product_id = old.id;`;

/** Whether the category `a` shows what is put into `d`, being that or above it. */
export const showsWhatComesIn = '(a.id = d.id or a.is_anchor = 1)';

/** The position at which the category `a` shows what `row` of `category_product` puts into a category. */
export function positionOf(row: string): string {
  return `case when a.id = ${row}.category_id then ${row}.position end`;
}

/** Takes over a new position. */
export const movePosition = `update category_shown set position = new.position
        where category_id = new.category_id and product_id = new.product_id;`;

/** A row for each category in which a product is that the category of `shown`, a row of `category_shown`, shows it for. */
export function reasonsToShow(shown: string, product: string): string {
  return `select 1 from category_product l join category d on d.id = l.category_id
        join category a on a.id = ${shown}.category_id where l.product_id = ${product} and ${shownBy('d', 'a')}`;
}
