import { sql } from 'kysely';
import type { Call, Database } from '../../../kernel/call.ts';
import { prepared, type Params } from '../../../storage/prepared.ts';
import { fold, inIds, inTexts } from '../../../storage/sql.ts';
import { titlesOf } from '../rates/rates.ts';
import { applyRates, type AppliedTax, type MatchingRate } from './applied.ts';
import { matchPostcode } from './postcodes.ts';

/** Where, by whom and for what a price is paid. */
export interface TaxRequest {
  readonly countryId: string;
  /** 0 for an address without a region. */
  readonly regionId: number;
  readonly postcode: string;
  readonly customerClassId: number;
  /** Of all the products (and the shipping) at once, so that one query serves a cart. */
  readonly productClassIds: readonly number[];
  /** Store view whose titles are shown. */
  readonly storeId: number;
}

interface Parameters {
  customerClassId: number;
  productClassIds: readonly number[];
  countryId: string;
  regionId: number;
}

/** Rates of the rules for these classes, in the country and the region. */
function inRegion(db: Database, p: Params<Parameters>) {
  return db
    .selectFrom('tax_rule_class as product')
    .innerJoin('tax_rule_class as customer', 'customer.rule_id', 'product.rule_id')
    .innerJoin('tax_calculation_rule as rule', 'rule.tax_calculation_rule_id', 'product.rule_id')
    .innerJoin('tax_rule_rate as link', 'link.rule_id', 'product.rule_id')
    .innerJoin('tax_calculation_rate as rate', 'rate.tax_calculation_rate_id', 'link.rate_id')
    .select([
      'product.class_id as productClassId',
      'rule.tax_calculation_rule_id as ruleId',
      'rule.priority',
      'rule.position',
      'rule.calculate_subtotal',
      'rate.tax_calculation_rate_id as rateId',
      'rate.code',
      'rate.rate as percent',
      'rate.tax_region_id as regionId',
      'rate.tax_postcode as postcode',
      'rate.titles',
    ])
    .where('customer.class_id', '=', p.customerClassId)
    .where('customer.class_type', '=', 'CUSTOMER')
    .where('product.class_type', '=', 'PRODUCT')
    .where(inIds('product.class_id', p.productClassIds))
    .where('rate.tax_country_id', '=', p.countryId)
    .where((eb) => eb.or([eb('rate.tax_region_id', '=', 0), eb('rate.tax_region_id', '=', p.regionId)]));
}

const selectAnywhere = prepared((db, p: Params<Parameters>) => inRegion(db, p).where('rate.zip_is_range', 'is', null));

const selectAtPostcode = prepared(
  (db, p: Params<Parameters & { patterns: readonly string[]; number: number | null }>) =>
    inRegion(db, p).where((eb) =>
      eb.or([
        eb.and([eb('rate.zip_is_range', 'is', null), inTexts(fold('rate.tax_postcode'), p.patterns)]),
        sql<boolean>`cast(${p.number} as bigint) between rate.zip_from and rate.zip_to`,
      ]),
    ),
);

/** The taxes due for each of the product classes, by class; a class without any has an empty list. One query. */
export async function appliedTaxes(
  call: Call,
  { postcode, storeId, ...request }: TaxRequest,
): Promise<ReadonlyMap<number, readonly AppliedTax[]>> {
  const { patterns, number } = matchPostcode(request.countryId, postcode);
  const rows = patterns
    ? await selectAtPostcode(call.db, { ...request, patterns, number })
    : await selectAnywhere(call.db, request);
  const byClass = new Map<number, MatchingRate[]>(request.productClassIds.map((id) => [id, []]));
  for (const { productClassId, titles, calculate_subtotal, ...rate } of rows) {
    const title = titlesOf(titles)[storeId] ?? rate.code;
    byClass.get(productClassId)!.push({ ...rate, title, calculateSubtotal: calculate_subtotal === 1 });
  }
  return new Map([...byClass].map(([id, rates]) => [id, applyRates(rates)]));
}
