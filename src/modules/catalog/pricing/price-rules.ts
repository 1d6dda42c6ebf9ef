import type { Call } from '../../../kernel/call.ts';
import { salesChanged } from '../availability/salable.ts';
import { DUE } from '../products/due.ts';
import type { StoredProduct } from '../products/product.ts';

/** The price of a product by rules, for a customer group on a website. */
export interface RuledPrice {
  /** The price by the rules in force; undefined: none applies. `regular`: the price that they start from. */
  priceOf(regular: number): number | undefined;
  /** When a rule for the product begins or ends next, on any website (`YYYY-MM-DD HH:MM:SS`, UTC); null: never. */
  readonly until: string | null;
}

/** The prices by rules of loaded products on a website; undefined: no rule is for the product, now or later. */
export type RulePrices = (productId: number, groupId: number) => RuledPrice | undefined;

/** Rules of a module that lower the prices of products. A price by rules competes with special and tier prices: the lowest applies. */
export interface PriceRules {
  /** Whether there are rules, which may apply now or later; from memory. */
  hasRules(call: Call): boolean;
  /** The prices of these products on a website. The number of statements does not depend on the number of products. */
  load(call: Call, products: readonly StoredProduct[], websiteId: number): Promise<RulePrices>;
}

declare module '../../../kernel/merged-types.ts' {
  interface ContributionPoints {
    priceRules: PriceRules;
  }
}

const noRules: RulePrices = () => undefined;

function rulesIn(call: Call): PriceRules[] {
  return call.contributions.priceRules.filter((rules) => rules.hasRules(call));
}

/** Whether prices of products may depend on rules; from memory. */
export function hasPriceRules(call: Call): boolean {
  return call.contributions.priceRules.some((rules) => rules.hasRules(call));
}

/** The prices of products by rules, on the website of the call if no other is named; no statement without rules. */
export async function rulePrices(
  call: Call,
  products: readonly StoredProduct[],
  websiteId: number = call.scope.websiteId,
): Promise<RulePrices> {
  const active = rulesIn(call);
  if (active.length === 0 || products.length === 0) return noRules;
  const loaded: RulePrices[] = [];
  for (const rules of active) loaded.push(await rules.load(call, products, websiteId));
  const [only] = loaded;
  return only && loaded.length === 1 ? only : (id, groupId) => merged(loaded.flatMap((one) => one(id, groupId) ?? []));
}

function merged(prices: readonly RuledPrice[]): RuledPrice | undefined {
  if (prices.length === 0) return undefined;
  return {
    priceOf: (regular) => {
      const found = prices.flatMap((one) => one.priceOf(regular) ?? []);
      return found.length > 0 ? Math.min(...found) : undefined;
    },
    until: prices.reduce<string | null>((first, { until }) => earlier(first, until), null),
  };
}

/** The earlier of two times; null is no time. */
export function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The column that makes a product due, if its price may depend on rules. */
export function dueByRules(call: Call): { readonly charged_until?: typeof DUE } {
  return hasPriceRules(call) ? { charged_until: DUE } : {};
}

/**
 * Must be called when data of products that rules can test has changed without a save of the products, in the same
 * transaction; no statement without rules.
 */
export async function ruledDataChanged(call: Call, ids: readonly number[]): Promise<void> {
  if (hasPriceRules(call)) await salesChanged(call, ids);
}
