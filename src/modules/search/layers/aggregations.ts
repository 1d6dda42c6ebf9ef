import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { uidOf } from '../../../kernel/uids.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import type { ComponentTest } from '../../catalog/service.ts';
import type { Attribute, ListedOption } from '../../eav/service.ts';
import { filters } from '../configuration.ts';
import { isAmount, isCounted, labelIn } from './attributes.ts';
import { shownRate } from './filters.ts';
import { amountStepTables, priceRangesOf, priceSteps, priceStepTables, type PriceSteps } from './price-steps.ts';

/** One choice by which a result can be narrowed. */
export interface LayerChoice {
  readonly label: string;
  readonly value: string;
  readonly count: number;
  /** How it is drawn, where it is. */
  readonly swatch: ListedOption['swatch'];
}

/** Choices of one kind: of prices, of categories, or of an attribute. */
export interface Layer {
  readonly code: string;
  readonly label: string;
  readonly position: number | null;
  readonly choices: readonly LayerChoice[];
  /** Whether its choices are drawn as swatches. */
  readonly isSwatch: boolean;
}

/** The counts of a result. */
interface CountedLayers {
  /** A query of all matches: `id`, `price`. */
  readonly all: RawBuilder<unknown>;
  readonly isSearch: boolean;
  /** The categories that the result is narrowed to. */
  readonly categoryIds: readonly number[];
  /** Whether only categories right below those are counted. */
  readonly isBelowOnly: boolean;
  readonly componentCounts: ComponentTest;
}

/** The number of products with an option, or in a category. */
interface ChoiceRow {
  readonly kind: 'choice' | 'category';
  readonly key: number;
  /** The option or the category. */
  readonly value: number;
  readonly n: number;
}

/** The number of products with a price or an amount in a range. */
interface RangeRow {
  readonly kind: 'price' | 'amount';
  readonly key: number;
  /** The place of the range. */
  readonly value: number;
  /** The width of the ranges. */
  readonly step: number;
  readonly n: number;
}

type CountRow = ChoiceRow | RangeRow;

function isRange(row: CountRow): row is RangeRow {
  return row.kind === 'price' || row.kind === 'amount';
}

/**
 * Counts the choices of a result in the database: three queries at most (the counts, labels of options, names of categories), and one more
 * for the steps of a category's prices.
 */
export async function countLayers(call: Call, counted: CountedLayers): Promise<Layer[]> {
  const { eav } = call.services;
  const { byCode } = await eav.entity(call, 'catalog_product');
  const attributes = [...byCode.values()]
    .filter((attribute) => isCounted(call, attribute, counted.isSearch))
    .sort((a, b) => a.position - b.position || a.id - b.id);
  const steps = priceSteps(call, await stepOf(call, counted.categoryIds));
  const rows = await count(call, counted, attributes, steps);
  const ranges = Map.groupBy(rows.filter(isRange), ({ kind }) => kind);
  const choices = Map.groupBy(
    rows.filter((row) => !isRange(row)),
    ({ kind }) => kind,
  );
  const price = byCode.get('price');
  return [
    ...(price ? [rangeLayer(call, price, ranges.get('price') ?? [], steps)] : []),
    ...(await categoryLayers(call, choices.get('category') ?? [])),
    ...(await attributeLayers(call, attributes, choices.get('choice') ?? [], ranges.get('amount') ?? [])),
  ].filter(({ choices }) => choices.length > 0);
}

/** The steps of prices that a category has by itself, where the result is narrowed to one. */
async function stepOf(call: Call, categoryIds: readonly number[]): Promise<number | undefined> {
  const [categoryId, ...others] = categoryIds;
  if (categoryId === undefined || others.length > 0) return undefined;
  return (await call.services.listing.categoryNames(call, categoryIds)).get(categoryId)?.priceStep;
}

async function count(
  call: Call,
  { all, categoryIds, isBelowOnly, componentCounts }: CountedLayers,
  attributes: readonly Attribute[],
  steps: PriceSteps,
): Promise<CountRow[]> {
  const { listing, store } = call.services;
  const isList = ({ frontendInput }: Attribute): boolean => frontendInput === 'multiselect';
  const withChoices = attributes.filter((attribute) => !isAmount(attribute));
  const ids = sql`select id from found`;
  const choices = listing.choiceCounts(
    call,
    ids,
    {
      numbers: withChoices.filter((attribute) => !isList(attribute)).map(({ id }) => id),
      lists: withChoices.filter(isList).map(({ id }) => id),
    },
    componentCounts,
  );
  const amounts = listing.numberValues(
    call,
    ids,
    attributes.filter(isAmount).map(({ id }) => id),
    componentCounts,
  );
  const categories = listing.categoryCounts(
    ids,
    store.rootCategoryOf(call.scope.storeId),
    isBelowOnly && categoryIds.length > 0 ? categoryIds : undefined,
  );
  const rate = shownRate(call);
  const price = rate === 1 ? sql`m.price` : sql`m.price * cast(${rate} as double precision)`;
  const row = (kind: CountRow['kind'], key: string, value: string, step = sql`null`) =>
    sql`select ${sql.lit(kind)} as kind, cast(${sql.ref(key)} as double precision) as key,
      cast(${sql.ref(value)} as double precision) as value, cast(${step} as double precision) as step,
      cast(n as double precision) as n`;
  const parts = [
    ...(choices ? [sql`${row('choice', 'attribute_id', 'value')} from (${choices}) a`] : []),
    sql`${row('category', 'category_id', 'category_id')} from (${categories}) b`,
    sql`${row('price', 'step', 'place', sql`step`)} from (select s.step, floor(f.price / s.step) as place, count(*) as n
      from found f cross join price_step s group by s.step, floor(f.price / s.step)) d`,
    ...(amounts ? [sql`${row('amount', 'attribute_id', 'place', sql`step`)} from (${amountCounts}) e`] : []),
  ];
  const amountTables = amounts
    ? sql`, amounts as materialized (${amounts}), ${amountStepTables(priceSteps(call, undefined))}`
    : sql``;
  const { rows } = await sql<CountRow>`with found as materialized (select m.id, ${price} as price from (${all}) m),
    ${priceStepTables(steps)}${amountTables} ${sql.join(parts, sql` union all `)}`.execute(call.db);
  return rows;
}

/** How many products have an amount in each range, by attribute. */
const amountCounts = sql`select s.attribute_id, s.step, floor(a.value / s.step) as place, count(distinct a.id) as n
  from amounts a join amount_step s on s.attribute_id = a.attribute_id
  group by s.attribute_id, s.step, floor(a.value / s.step)`;

function rangeLayer(
  call: Call,
  attribute: Attribute,
  rows: readonly RangeRow[],
  steps: PriceSteps,
  position: number | null = null,
): Layer {
  const ranges = priceRangesOf(
    rows.map(({ step, value: place, n }) => ({ step, place, n })),
    steps,
  );
  return {
    code: attribute.code,
    label: labelIn(call, attribute),
    position,
    choices: ranges.map(({ from, to, n }) => ({
      label: `${from}-${to}`,
      value: `${from}_${to}`,
      count: n,
      swatch: null,
    })),
    isSwatch: false,
  };
}

async function categoryLayers(call: Call, rows: readonly ChoiceRow[]): Promise<Layer[]> {
  if (!call.config.of(filters.showCategories, { storeId: call.scope.storeId })) return [];
  const names = await call.services.listing.categoryNames(
    call,
    rows.map(({ value }) => value),
  );
  const choices = rows.flatMap(({ value: id, n }): LayerChoice[] => {
    const category = names.get(id);
    return category ? [{ label: category.name, value: uidOf(id), count: n, swatch: null }] : [];
  });
  return [{ code: 'category_uid', label: 'Category', position: null, choices, isSwatch: false }];
}

async function attributeLayers(
  call: Call,
  attributes: readonly Attribute[],
  choices: readonly ChoiceRow[],
  amounts: readonly RangeRow[],
): Promise<Layer[]> {
  const { eav } = call.services;
  const choicesOf = Map.groupBy(choices, ({ key }) => key);
  const amountsOf = Map.groupBy(amounts, ({ key }) => key);
  // The width that a category has by itself is that of prices.
  const steps = priceSteps(call, undefined);
  const used = attributes.filter((attribute) => (isAmount(attribute) ? amountsOf : choicesOf).has(attribute.id));
  const options = await eav.storedOptions(
    call,
    used.filter((attribute) => eav.hasStoredOptions(attribute)).map(({ id }) => id),
    call.scope.storeId,
  );
  return used.map((attribute) => {
    if (isAmount(attribute))
      return rangeLayer(call, attribute, valueAt(amountsOf, attribute.id), steps, attribute.position);
    const counts = new Map(valueAt(choicesOf, attribute.id).map(({ value, n }) => [String(value), n]));
    const listed = attribute.frontendInput === 'boolean' ? yesAndNo : (options.get(attribute.id) ?? []);
    return {
      code: attribute.code,
      label: labelIn(call, attribute),
      position: attribute.position,
      choices: listed.flatMap(({ value, label, swatch }) => {
        const n = counts.get(value);
        return n === undefined ? [] : [{ label, value, count: n, swatch }];
      }),
      isSwatch: attribute.additional.swatch_input_type !== undefined,
    };
  });
}

const yesAndNo = [
  { value: '0', label: 'No', swatch: null },
  { value: '1', label: 'Yes', swatch: null },
];
