import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import { elementAt, firstOf } from '../../../kernel/lists.ts';
import { filters } from '../configuration.ts';

/** How prices of a result are put into ranges. */
export interface PriceSteps {
  /** Width of the ranges; undefined: as the prices are. */
  readonly step: number | undefined;
  /** Maximum number of ranges; the last one includes all higher prices. */
  readonly most: number | undefined;
}

/** Powers of ten from the widest range to the narrowest; the last is taken where all prices are in one range. */
const powers = Array.from({ length: 12 }, (_, i) => 10 ** (12 - i));

/** The settings of the call's store view; `own`: the width that the category of the result has by itself. */
export function priceSteps(call: Call, own: number | undefined): PriceSteps {
  const scope = { storeId: call.scope.storeId };
  const isManual = call.config.of(filters.priceRanges, scope) === 'manual';
  if (!isManual) return { step: own, most: undefined };
  return {
    step: own ?? call.config.of(filters.priceStep, scope),
    most: call.config.of(filters.mostPriceRanges, scope),
  };
}

/**
 * Common table expressions over `found` (`id`, `price`): `price_step` has the width of the ranges. By itself it is the widest power of ten
 * at which the prices are in more than one range, but at least ten where there are prices of ten and above; source: the interface's
 * automatic ranges.
 */
export function priceStepTables({ step }: PriceSteps): RawBuilder<unknown> {
  const span = sql`price_span as (select min(price) as least, max(price) as most from found)`;
  if (step !== undefined) return sql`${span}, price_step as (select cast(${step} as double precision) as step)`;
  return sql`${span}, price_step as (select ${widthOfSpan()} as step from price_span)`;
}

/** As `priceStepTables`, over `amounts` (`attribute_id`, `value`): `amount_step` has a width for each attribute. */
export function amountStepTables({ step }: PriceSteps): RawBuilder<unknown> {
  const width = step === undefined ? widthOfSpan() : sql`cast(${step} as double precision)`;
  return sql`amount_span as (select attribute_id, min(value) as least, max(value) as most from amounts group by attribute_id),
    amount_step as (select attribute_id, ${width} as step from amount_span)`;
}

/** The automatic width of ranges for amounts between `least` and `most`. */
function widthOfSpan(): RawBuilder<number> {
  const parts = powers.map((power) => {
    const width = sql.lit(power);
    return sql`when floor(least / ${width}.0) <> floor(most / ${width}.0) then ${width}.0`;
  });
  return sql`cast(case ${sql.join(parts, sql` `)} when most >= 10 then 10 else 1 end as double precision)`;
}

/** How many prices are in a range. */
interface CountedPrices {
  /** How many ranges are below it. */
  readonly place: number;
  readonly step: number;
  readonly n: number;
}

/** A range of prices with the number of products in it. */
interface PriceChoice {
  readonly from: number;
  readonly to: number;
  readonly n: number;
}

/** The ranges that have prices, in order; with a limit, the last one includes all higher prices. */
export function priceRangesOf(counted: readonly CountedPrices[], { most }: PriceSteps): PriceChoice[] {
  const sorted = counted
    .toSorted((a, b) => a.place - b.place)
    .map(({ place, step, n }) => ({
      from: rounded(place * step),
      to: rounded((place + 1) * step),
      n,
    }));
  if (most === undefined || sorted.length <= most) return sorted;
  const above = sorted.slice(most - 1);
  return [
    ...sorted.slice(0, most - 1),
    { from: firstOf(above).from, to: elementAt(above, -1).to, n: above.reduce((sum, one) => sum + one.n, 0) },
  ];
}

function rounded(amount: number): number {
  return Number(amount.toFixed(4));
}
