import type { Call } from '../../kernel/call.ts';
import { dayAfter, dayIn, startOfDay } from '../../kernel/days.ts';
import { shopTimeZone } from '../../kernel/shop-settings.ts';
import { formatTime } from '../../kernel/time.ts';
import type { PriceRules, RulePrices, StoredProduct } from '../catalog/service.ts';
import { priceAfter, type PriceChange } from './actions.ts';
import { attributesIn, compileConditions, type ProductFacts, type ProductTest } from './conditions.ts';
import { withLinks } from './rows.ts';

/** A rule that applies now or later. */
export interface ActiveCatalogRule {
  readonly id: number;
  readonly name: string;
  readonly websiteIds: ReadonlySet<number>;
  readonly groupIds: ReadonlySet<number>;
  /** First and last day, `YYYY-MM-DD`, in the time zone of a website; null: no limit. */
  readonly fromDate: string | null;
  readonly toDate: string | null;
  readonly change: PriceChange;
  /** Codes of the attributes that its conditions test. */
  readonly attributes: readonly string[];
  readonly holds: ProductTest;
}

const DAY = 86_400_000;

/** Loads the active rules that are not over in any time zone, in order of application. */
export async function loadActiveRules(call: Call): Promise<readonly ActiveCatalogRule[]> {
  const yesterday = formatTime(new Date(call.clock.now().getTime() - 2 * DAY)).slice(0, 10);
  const rows = await call.db
    .selectFrom('catalogrule')
    .selectAll()
    .where('is_active', '=', 1)
    .where((eb) => eb.or([eb('to_date', 'is', null), eb('to_date', '>=', yesterday)]))
    .orderBy('sort_order')
    .orderBy('id')
    .execute();
  return (await withLinks(call, rows)).map(({ row, rule }) => ({
    id: row.id,
    name: rule.name,
    websiteIds: new Set(rule.websiteIds),
    groupIds: new Set(rule.groupIds),
    fromDate: rule.fromDate,
    toDate: rule.toDate,
    change: { action: rule.action, amount: rule.amount, stops: rule.stops },
    attributes: attributesIn(rule.condition),
    holds: compileConditions(rule.condition, call.services.salesRule),
  }));
}

/** The prices that rules give to products; products with variants pass their rules on to these. */
export const catalogPriceRules: PriceRules = {
  hasRules: (call) => call.services.catalogRule.rules.current.length > 0,
  load: loadRulePrices,
};

async function loadRulePrices(call: Call, products: readonly StoredProduct[], websiteId: number): Promise<RulePrices> {
  const rulesFor = await ruleFinder(call, products);
  const applied = inForce(call, websiteId);
  return (productId, groupId) => {
    const rules = rulesFor(productId);
    if (rules.length === 0) return undefined;
    return {
      priceOf(regular) {
        const changes = applied(rules, groupId).map(({ change }) => change);
        return changes.length > 0 ? priceAfter(regular, changes) : undefined;
      },
      get until() {
        return nextChange(call, rules);
      },
    };
  };
}

/** The names of the rules that apply to products for a customer group, on the website of the call; by product id. */
export async function appliedRuleNames(
  call: Call,
  products: readonly StoredProduct[],
  groupId: number,
): Promise<Map<number, string[]>> {
  const rulesFor = await ruleFinder(call, products);
  const applied = inForce(call, call.scope.websiteId);
  return new Map(products.map(({ id }) => [id, applied(rulesFor(id), groupId).map(({ name }) => name)]));
}

/**
 * The ids of the rules that apply now for a customer group, on the website of the call: to a product, or to any. Products hide rules from
 * each other; without one, none is hidden.
 */
export async function appliedRuleIds(call: Call, groupId: number, product?: StoredProduct): Promise<number[]> {
  const { websiteId } = call.scope;
  if (!product) {
    const rules = await call.services.catalogRule.rules.get(call);
    return rules.filter(isDue(call, websiteId, groupId)).map(({ id }) => id);
  }
  const rulesFor = await ruleFinder(call, [product]);
  return inForce(call, websiteId)(rulesFor(product.id), groupId).map(({ id }) => id);
}

type Rules = readonly ActiveCatalogRule[];

/** Whether a rule applies now to a customer group on a website. */
function isDue(call: Call, websiteId: number, groupId: number): (rule: ActiveCatalogRule) => boolean {
  const today = dayIn(timeZoneOf(call, websiteId), call.clock.now());
  return ({ websiteIds, groupIds, fromDate, toDate }) =>
    websiteIds.has(websiteId) && groupIds.has(groupId) && (fromDate ?? today) <= today && (toDate ?? today) >= today;
}

/** Reduces rules to those that apply now to a customer group on a website, up to the first that discards later ones. */
function inForce(call: Call, websiteId: number): (rules: Rules, groupId: number) => Rules {
  const testOf = new Map<number, (rule: ActiveCatalogRule) => boolean>();
  return (rules, groupId) => {
    let isApplied = testOf.get(groupId);
    if (!isApplied) testOf.set(groupId, (isApplied = isDue(call, websiteId, groupId)));
    const applied = rules.filter(isApplied);
    const last = applied.findIndex(({ change }) => change.stops);
    return last < 0 ? applied : applied.slice(0, last + 1);
  };
}

function timeZoneOf(call: Call, websiteId: number): string {
  return call.config.of(shopTimeZone, { websiteId });
}

/** When one of these rules begins or ends next, on one of its websites. */
function nextChange(call: Call, rules: Rules): string | null {
  const now = formatTime(call.clock.now());
  const times = rules.flatMap(({ fromDate, toDate, websiteIds }) => {
    const days = [...(fromDate ? [fromDate] : []), ...(toDate ? [dayAfter(toDate)] : [])];
    return [...websiteIds].flatMap((id) => days.map((day) => startOfDay(timeZoneOf(call, id), day)));
  });
  return times
    .filter((time) => time > now)
    .reduce<string | null>((first, one) => (first && first < one ? first : one), null);
}

/**
 * Finds the rules whose conditions products meet, whenever and wherever these apply. A variant has the rules of the products that
 * it is a variant of too. Two statements at most; none without conditions.
 */
async function ruleFinder(call: Call, products: readonly StoredProduct[]): Promise<(productId: number) => Rules> {
  const rules = await call.services.catalogRule.rules.get(call);
  if (rules.every(({ attributes }) => attributes.length === 0)) {
    const forAll = rules.filter(({ holds }) => holds({}));
    return () => forAll;
  }
  const byId = new Map(products.map((product) => [product.id, product]));
  const wholes = await call.services.availability.wholesByVariant(call, [...byId.keys()]);
  const missing = new Set([...wholes.values()].flat().filter((id) => !byId.has(id)));
  const others = missing.size > 0 ? await call.services.catalog.productsById(call, [...missing], 0) : new Map();
  const factsOf = await factReader(call, rules);
  const found = new Map<number, Rules>();
  return (productId) => {
    let own = found.get(productId);
    if (!own) {
      const facts = [productId, ...(wholes.get(productId) ?? [])].flatMap((id) => {
        const product = byId.get(id) ?? others.get(id);
        return product ? [factsOf(product)] : [];
      });
      found.set(productId, (own = rules.filter(({ holds }) => facts.some(holds))));
    }
    return own;
  };
}

/** Reads the data of products that rules test: the values for all store views. */
async function factReader(call: Call, rules: Rules): Promise<(product: StoredProduct) => ProductFacts> {
  const { byCode } = await call.services.eav.entity(call, 'catalog_product');
  const tested = new Set(rules.flatMap(({ attributes }) => attributes));
  const multiple = [...tested].filter((code) => byCode.get(code)?.frontendInput === 'multiselect');
  return ({ values, sku, attribute_set_id, category_places }) => {
    const lists = multiple.flatMap((code) => {
      const value = values[code];
      return value === undefined ? [] : [[code, String(value).split(',')] as const];
    });
    const category_ids = category_places.map(({ category_id }) => String(category_id));
    return { ...values, ...Object.fromEntries(lists), sku, attribute_set_id, category_ids };
  };
}
