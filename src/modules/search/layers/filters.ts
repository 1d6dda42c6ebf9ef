import { sql } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { platformErrors } from '../../../kernel/errors.ts';
import type { Condition } from '../../../storage/criteria/criteria.ts';
import { filterOn, type SearchField } from '../../../storage/criteria/fields.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import { readFirst } from '../../../storage/read-first.ts';
import { anyOf, escapeLike } from '../../../storage/sql.ts';
import type { ComponentTest } from '../../catalog/service.ts';
import type { Attribute } from '../../eav/service.ts';
import { askedIn, matching } from '../matches.ts';
import type { TextColumn } from '../scores.ts';
import type { AskedWord } from '../text/asked.ts';
import { isAmount, isChoice } from './attributes.ts';
import type { LayerFilter } from './request.ts';

type Fields = (name: string) => SearchField | undefined;

/** Filters as conditions of a list, and the fields that these are on. */
interface ReadFilters {
  readonly groups: readonly (readonly Condition[])[];
  /** Adds them to the fields of products. */
  readonly fields: (fields: Fields) => Fields;
  /** Whether the result of `fields` depends only on settings and metadata, not on the filters. */
  readonly isLasting: boolean;
}

/**
 * Reads filters. A condition on an attribute of choices or amounts holds of a product too when it does of one of its components that meets
 * `componentCounts`. Undefined when nothing can match.
 */
export async function readFilters(
  call: Call,
  filters: readonly LayerFilter[],
  componentCounts: ComponentTest,
): Promise<ReadFilters | undefined> {
  const { byCode } = call.services.eav.current('catalog_product');
  const groups: Condition[][] = [];
  const matches = new Map<string, (fields: Fields) => SqlTruth>();
  for (const [i, filter] of filters.entries()) {
    if (filter.kind === 'equal') {
      if (filter.values.length === 0) return undefined;
      groups.push([equalTo(filter.code, filter.values, byCode.get(filter.code))]);
    } else if (filter.kind === 'part') {
      const value = `${filter.isStart ? '' : '%'}${escapeLike(filter.text)}%`;
      groups.push([{ field: filter.code, type: 'like', value }]);
    } else if (filter.kind === 'range') {
      const ends = withinRange(call, filter.code, filter.from, filter.to);
      const attribute = byCode.get(filter.code);
      if (ends.length < 2 || !attribute || !isAmount(attribute)) {
        groups.push(...ends);
        continue;
      }
      const name = `range ${i}`;
      matches.set(name, amountWithin(call, filter.code, ends.flat(), componentCounts));
      groups.push([{ field: name, type: 'eq', value: '' }]);
    } else {
      const match = await matchOf(call, filter, componentCounts);
      if (!match) return undefined;
      const name = `match ${i}`;
      matches.set(name, match);
      groups.push([{ field: name, type: 'eq', value: '' }]);
    }
  }
  const fields = (products: Fields): Fields => {
    const own: Fields = (name) => {
      const match = matches.get(name);
      if (match) return { kind: 'flag', order: false, filter: () => match(products) };
      const field = products(name);
      const attribute = byCode.get(name);
      if (!field || !attribute || !(isChoice(call, attribute) || isAmount(attribute))) return field;
      return withComponents(call, name, field, componentCounts);
    };
    return own;
  };
  return { groups, fields, isLasting: matches.size === 0 };
}

/** The condition that a field has one of at least one value. */
function equalTo(field: string, values: readonly string[], attribute: Attribute | undefined): Condition {
  const [value, ...others] = values;
  const isOne = value !== undefined && others.length === 0;
  const all = JSON.stringify(values);
  // A list of choices has one of them.
  if (attribute?.frontendInput === 'multiselect')
    return isOne ? { field, type: 'finset', value } : { field, type: 'any_in_set', value: all };
  if (isOne) return { field, type: 'eq', value };
  if (values.some((one) => one.includes(','))) return { field, type: 'any_of', value: all };
  return { field, type: 'in', value: values.join(',') };
}

/** Conditions that all have to hold; both ends are within. */
function withinRange(call: Call, field: string, from: string | undefined, to: string | undefined): Condition[][] {
  const end = (type: 'gteq' | 'lteq', input: string | undefined): Condition[][] => {
    if (input === undefined || input === '' || input === '*') return [];
    const { byCode } = call.services.eav.current('catalog_product');
    const isTime = byCode.get(field)?.backendType === 'datetime';
    if (!isTime && !Number.isFinite(Number(input)))
      throw platformErrors.invalidValue({ value: input, fieldName: field });
    // Prices of visitors are in their currency.
    const value = field === 'price' ? String(Number(input) / shownRate(call)) : input;
    return [[{ field, type, value }]];
  };
  return [...end('gteq', from), ...end('lteq', to)];
}

/** Both ends of a range of an amount hold of the product, or of the same one of its components. */
function amountWithin(
  call: Call,
  code: string,
  ends: readonly Condition[],
  componentCounts: ComponentTest,
): (fields: Fields) => SqlTruth {
  return (fields) => {
    const field = fields(code);
    if (!field) return sql`1 = 0`;
    const own = sql`(${sql.join(
      ends.map((end) => filterOn(field, end, call)),
      sql` and `,
    )})`;
    const isWithin: ComponentTest = (quantity) => sql`${componentCounts(quantity)} and ${own}`;
    return sql`(${own} or ${call.services.availability.hasComponent(call, isWithin)})`;
  };
}

/** The value of one unit of the base currency in the caller's display currency. */
export function shownRate(call: Call): number {
  const { store, directory } = call.services;
  const { storeId, currency = store.displayCurrency(call, storeId) } = call.scope;
  return directory.rate(store.baseCurrency(call, storeId), currency) ?? 1;
}

/** A field whose conditions also match a product if they match one of its components. */
export function withComponents(
  call: Call,
  name: string,
  field: SearchField,
  componentCounts: ComponentTest,
): SearchField {
  return {
    ...field,
    filter: (filter) => {
      const own = field.filter ? field.filter(filter, call) : filter.on(field.column ?? name);
      return sql`${own} or ${call.services.availability.hasComponent(call, (quantity) => sql`${componentCounts(quantity)} and (${own})`)}`;
    },
  };
}

/** Searches words in an attribute; undefined for a text without words. */
async function matchOf(
  call: Call,
  { code, text, isPartial }: Extract<LayerFilter, { kind: 'match' }>,
  componentCounts: ComponentTest,
): Promise<((fields: Fields) => SqlTruth) | undefined> {
  const column: TextColumn = code === 'name' || code === 'sku' ? code : 'words';
  const found = await matching(call, text, column, componentCounts, isPartial ? 'all' : 'none');
  if (!found) return undefined;
  // A request may name any number of attributes.
  const products = await readFirst(call.db, sql`select product_id from ${found.unscored} w`, ['product_id']);
  const byWords: SqlTruth = sql`p.id in ${products}`;
  if (column !== 'words') return () => byWords;
  // The words of all other texts are stored together.
  return (fields) => {
    const field = fields(code);
    if (!field) return byWords;
    const words = askedIn(call, text, 'none').filter(({ isWeak }) => !isWeak);
    const conditions = words.map((word) =>
      filterOn(field, { field: code, type: 'like', value: `%${commonBeginning(word)}%` }, call),
    );
    const own = anyOf(conditions);
    const component = call.services.availability.hasComponent(
      call,
      (quantity) => sql`${componentCounts(quantity)} and ${own}`,
    );
    return sql`${byWords} and (${own} or ${component})`;
  };
}

/** The letters that a word and its stems begin with. */
function commonBeginning({ word, stems }: AskedWord): string {
  const differs = (i: number): boolean => stems.some((stem) => stem[i] !== word[i]);
  const at = [...word].findIndex((_, i) => differs(i));
  return at < 0 ? word : word.slice(0, at);
}
