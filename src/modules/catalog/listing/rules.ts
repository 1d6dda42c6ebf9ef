import { sql, type Expression, type SqlBool } from 'kysely';

/**
 * The rules of the triggers, stated once for both databases. `sqlite.ts` (a trigger for each row) and `postgres.ts`
 * (one for each statement) implement them.
 *
 * The products of categories (`category_shown`):
 * 1. A category shows the products in it, at their positions.
 * 2. An anchor category also shows those in the categories below it, each once, and without a position.
 * 3. The sort columns stand beside it, with the product's values (`ShownSort`), so that a page is read in that order.
 *
 * The tally (`catalog_product_tally`):
 * 4. A product is counted once in each of its places: in each category that shows it and in all categories (0), on each
 *    of its websites and on all websites (0).
 * 5. It is counted by its kind, a combination of some of its columns. When its kind changes, it is removed from all its
 *    places and counted there under the new kind.
 * 6. Rows of its places are deleted before the product itself, while its kind is still known.
 */

/**
 * Whether category `top` shows the products of category `below`, as rule 2 says. Both are names of tables in the statement. All
 * paths below `1/2` begin with `1/2/`, and `0` is the character after the slash. No path has an exclamation mark, which comes
 * before the slash: so if `top` is not an anchor, the range has only `top` itself.
 */
function shownBy(below: string, top: string): string {
  return `${below}.path >= ${top}.path and ${below}.path < ${top}.path || case when ${top}.is_anchor = 1 then '0' else '!' end`;
}

/** As `shownBy`, for queries. */
export function isShownBy(below: string, top: string): Expression<SqlBool> {
  return sql.raw(shownBy(below, top));
}

/** The columns of a product's kind. */
export function kindColumns(kinds: readonly string[], product: string): string {
  return kinds.map((column) => `${product}.${column}`).join(', ');
}

/** The categories in which a product is counted. */
function categoriesOf(product: string): string {
  return `(select 0 as category_id union all select s.category_id from category_shown s where s.product_id = ${product})`;
}

/** The websites on which a product is counted. */
function websitesOf(product: string): string {
  return `(select 0 as website_id union all
    select x.website_id from catalog_product_website x where x.product_id = ${product})`;
}

/** The places of a product: categories `c` with websites `w`. */
export function placesOf(product: string): string {
  return `${categoriesOf(product)} c cross join ${websitesOf(product)} w`;
}

/** A table whose rows put products into places: each into one category together with all its websites, or the reverse. */
export interface PlacingTable {
  readonly table: 'catalog_product_website' | 'category_shown';
  /** Category and website of a place, by `row` and `others`. */
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

/** A column of `category_shown` that repeats a sort value of products. */
export interface ShownSort {
  readonly column: 'name' | 'charged_price';
  /** The column's value, of a row of the products' column of the same name. */
  value(product: string): string;
}

/** Sort columns of a category's lists, besides its positions. */
export const shownSorts: readonly ShownSort[] = [
  { column: 'name', value: (product) => `coalesce(fold_text(${product}.name), '')` },
  { column: 'charged_price', value: (product) => `${product}.charged_price` },
];

/** A part of a list of columns or values, behind others. */
export function further(parts: readonly string[]): string {
  return parts.map((part) => `, ${part}`).join('');
}

/** Statements that have to run before a product is deleted. */
export const removeBelongings = `delete from category_product where product_id = old.id;
    delete from catalog_product_website where product_id = old.id;`;

/** Whether category `a`, which is `d` or above it, shows the products of `d`. */
export const showsWhatComesIn = '(a.id = d.id or a.is_anchor = 1)';

/** The position at which category `a` shows the product of `row`, a row of `category_product`. */
export function positionOf(row: string): string {
  return `case when a.id = ${row}.category_id then ${row}.position end`;
}

/** Updates a changed position. */
export const movePosition = `update category_shown set position = new.position
        where category_id = new.category_id and product_id = new.product_id;`;

/**
 * The categories because of which a row of `category_shown` exists: the product is in them, and the category of the row shows
 * them.
 */
export function reasonsToShow(alias: string, product: string): string {
  return `select 1 from category_product l join category d on d.id = l.category_id
        join category a on a.id = ${alias}.category_id where l.product_id = ${product} and ${shownBy('d', 'a')}`;
}
