import { sql } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import type { SharedCache } from '../../../kernel/caches.ts';
import { valueAt } from '../../../kernel/lookup.ts';
import type { Memo } from '../../../storage/memo.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { fold, inIds, inTexts } from '../../../storage/sql.ts';
import { titlesOf } from '../rates/rates.ts';
import { applyRates, type AppliedTax, type MatchingRate } from './apply-rates.ts';
import { matchPostcode, type PostcodeMatch } from './postcodes.ts';

/** The place, the buyer's class and the product classes of a price. */
export interface TaxRequest {
  readonly countryId: string;
  /** 0 for an address without a region. */
  readonly regionId: number;
  readonly postcode: string;
  readonly customerClassId: number;
  /** Of all the products (and the shipping) at once, so that one query serves a cart. */
  readonly productClassIds: readonly number[];
  /** Store view of the titles. */
  readonly storeId: number;
}

interface Parameters {
  customerClassIds: readonly number[];
  productClassIds: readonly number[];
  countryIds: readonly string[];
  /** 0, for rates of whole countries, is one of them. */
  regionIds: readonly number[];
}

/** Rates of the rules for these classes, in the countries and the regions. */
function inRegion(db: Database, p: Params<Parameters>) {
  return db
    .selectFrom('tax_rule_class as product')
    .innerJoin('tax_rule_class as customer', 'customer.rule_id', 'product.rule_id')
    .innerJoin('tax_calculation_rule as rule', 'rule.tax_calculation_rule_id', 'product.rule_id')
    .innerJoin('tax_rule_rate as link', 'link.rule_id', 'product.rule_id')
    .innerJoin('tax_calculation_rate as rate', 'rate.tax_calculation_rate_id', 'link.rate_id')
    .select([
      'product.class_id as productClassId',
      'customer.class_id as customerClassId',
      'rule.tax_calculation_rule_id as ruleId',
      'rule.priority',
      'rule.position',
      'rule.calculate_subtotal',
      'rate.tax_calculation_rate_id as rateId',
      'rate.code',
      'rate.rate as percent',
      'rate.tax_country_id as countryId',
      'rate.tax_region_id as regionId',
      'rate.tax_postcode as postcode',
      fold('rate.tax_postcode').as('foldedPostcode'),
      'rate.zip_is_range',
      'rate.zip_from',
      'rate.zip_to',
      'rate.titles',
    ])
    .where(inIds('customer.class_id', p.customerClassIds))
    .where('customer.class_type', '=', 'CUSTOMER')
    .where('product.class_type', '=', 'PRODUCT')
    .where(inIds('product.class_id', p.productClassIds))
    .where(inTexts('rate.tax_country_id', p.countryIds))
    .where(inIds('rate.tax_region_id', p.regionIds));
}

const selectAnywhere = prepared((db, p: Params<Parameters>) => inRegion(db, p).where('rate.zip_is_range', 'is', null));

/** Rates that may match one of the postcodes; ranges are compared with the minimum and the maximum number only. */
const selectAtPostcodes = prepared(
  (db, p: Params<Parameters & { patterns: readonly string[]; least: number | null; greatest: number | null }>) =>
    inRegion(db, p).where((eb) =>
      eb.or([
        eb.and([eb('rate.zip_is_range', 'is', null), inTexts(fold('rate.tax_postcode'), p.patterns)]),
        sql<boolean>`rate.zip_from <= cast(${p.greatest} as bigint) and rate.zip_to >= cast(${p.least} as bigint)`,
      ]),
    ),
);

/** Rows of rates, of any store view. */
export type TaxRows = Awaited<ReturnType<typeof selectAnywhere>>;

/** The taxes due for each of the product classes, by class; a class without any has an empty list. */
export type AppliedTaxes = ReadonlyMap<number, readonly AppliedTax[]>;

/** Finds the taxes of one request. */
export type FindTaxes = (call: Call, request: TaxRequest) => Promise<AppliedTaxes>;

/** Finds the taxes of many requests, in their order. */
export type FindAllTaxes = (call: Call, requests: readonly TaxRequest[]) => Promise<AppliedTaxes[]>;

/**
 * Creates the search for taxes: two queries at most for any number of requests, and none for places and classes that
 * are cached since the last change of rates.
 */
export function taxFinder(rates: SharedCache<Memo<TaxRows>>): FindAllTaxes {
  return async (call, requests) => {
    const memo = await rates.get(call);
    const byKey = new Map(requests.map((request) => [keyOf(request), request]));
    const rows = await memo.getAll(byKey, (missing) => findRates(call.db, missing));
    return requests.map((one) => taxesByClass(valueAt(rows, keyOf(one)), one.productClassIds, one.storeId));
  };
}

async function findRates(db: Database, requests: readonly TaxRequest[]): Promise<TaxRows[]> {
  const places = requests.map((request) => ({ request, ...matchPostcode(request.countryId, request.postcode) }));
  const anywhere = places.filter(({ patterns }) => !patterns);
  const somewhere = places.filter(({ patterns }) => patterns);
  const numbers = somewhere.flatMap(({ number }) => number ?? []);
  const rows = [
    ...(anywhere.length > 0 ? await selectAnywhere(db, parametersOf(anywhere)) : []),
    ...(somewhere.length > 0
      ? await selectAtPostcodes(db, {
          ...parametersOf(somewhere),
          patterns: [...new Set(somewhere.flatMap(({ patterns }) => patterns ?? []))],
          least: numbers.length > 0 ? Math.min(...numbers) : null,
          greatest: numbers.length > 0 ? Math.max(...numbers) : null,
        })
      : []),
  ];
  const unique = new Map(
    rows.map((row) => [JSON.stringify([row.productClassId, row.customerClassId, row.ruleId, row.rateId]), row]),
  );
  return places.map((place) => [...unique.values()].filter((row) => isFor(row, place)));
}

function parametersOf(places: readonly { request: TaxRequest }[]): Parameters {
  const all = <T>(of: (request: TaxRequest) => readonly T[]): T[] => [
    ...new Set(places.flatMap((one) => of(one.request))),
  ];
  return {
    customerClassIds: all((one) => [one.customerClassId]),
    productClassIds: all((one) => one.productClassIds),
    countryIds: all((one) => [one.countryId]),
    regionIds: all((one) => [0, one.regionId]),
  };
}

/** Whether a rate that was found for many requests is one for this. */
function isFor(row: TaxRows[number], { request, patterns, number }: PostcodeMatch & { request: TaxRequest }): boolean {
  if (row.customerClassId !== request.customerClassId || row.countryId !== request.countryId) return false;
  if (!request.productClassIds.includes(row.productClassId)) return false;
  if (row.regionId !== 0 && row.regionId !== request.regionId) return false;
  if (row.zip_is_range === null) return !patterns || patterns.includes(row.foldedPostcode);
  const { zip_from: from, zip_to: to } = row;
  return number !== null && from !== null && to !== null && from <= number && number <= to;
}

function taxesByClass(rows: TaxRows, productClassIds: readonly number[], storeId: number): AppliedTaxes {
  const byClass = new Map<number, MatchingRate[]>(productClassIds.map((id) => [id, []]));
  for (const { productClassId, titles, calculate_subtotal, ...rate } of rows) {
    const title = titlesOf(titles)[storeId] ?? rate.code;
    valueAt(byClass, productClassId).push({ ...rate, title, calculateSubtotal: calculate_subtotal === 1 });
  }
  return new Map([...byClass].map(([id, rates]) => [id, applyRates(rates)]));
}

function keyOf({ countryId, regionId, postcode, customerClassId, productClassIds }: TaxRequest): string {
  return JSON.stringify([countryId, regionId, postcode, customerClassId, productClassIds]);
}
