import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../../kernel/call.ts';
import type { SqlTruth } from '../../../storage/criteria/sql.ts';
import type { Attribute } from '../../eav/service.ts';
import { ruleLines } from './lines.ts';

/** Largest factor of a rule; its inverse is the smallest. */
const MAX_FACTOR = 100;
/** The name that stands for products that can be sold, in place of an attribute. */
const IN_STOCK = 'in_stock';

/** Products with a value of an attribute score by a factor more. */
interface BoostRule {
  readonly code: string;
  /** Label of the option, or its number; of yes and no: `Yes`, `No`, `1` or `0`. */
  readonly value: string;
  readonly factor: number;
}

/** Rules such as `featured: Yes ^ 2` and `in_stock: 1 ^ 1.5`. */
export const boostRules = ruleLines<BoostRule, readonly BoostRule[]>(
  (line) => {
    const [, code = '', value = '', number = ''] = /^([a-z]\w*)\s*:(.+)\^\s*(\d{1,3}(?:\.\d{1,4})?)$/.exec(line) ?? [];
    const factor = Number(number);
    if (value.trim() === '' || factor < 1 / MAX_FACTOR || factor > MAX_FACTOR) return undefined;
    return { code, value: value.trim(), factor };
  },
  (rules) => rules,
  { maxRules: 20, expected: 'rules such as "featured: Yes ^ 2", with "in_stock: 1" for products that can be sold' },
);

/**
 * The factor by which rules change the score of the product `p`; undefined when no rule applies. One query, none without rules.
 * Rules of attributes and options that do not exist are ignored.
 */
export async function boostFactor(call: Call, rules: readonly BoostRule[]): Promise<RawBuilder<number> | undefined> {
  if (rules.length === 0) return undefined;
  const { eav, inventory } = call.services;
  const { byCode } = eav.current('catalog_product');
  const used = rules.flatMap(({ code }) => byCode.get(code) ?? []).filter((one) => eav.hasStoredOptions(one));
  const options = await eav.storedOptions(
    call,
    used.map(({ id }) => id),
    call.scope.storeId,
  );
  const conditionOf = ({ code, value }: BoostRule): SqlTruth | undefined => {
    if (code === IN_STOCK) return isYes(value) ? inventory.canBeSold(call) : sql`not (${inventory.canBeSold(call)})`;
    const attribute = byCode.get(code);
    return attribute && hasValue(call, attribute, numbersOf(attribute, value, options.get(attribute.id) ?? []));
  };
  const factors = rules.flatMap((rule) => {
    const condition = conditionOf(rule);
    const factor = sql`cast(${sql.lit(rule.factor)} as double precision)`;
    return condition ? [sql`case when ${condition} then ${factor} else 1 end`] : [];
  });
  return factors.length > 0 ? sql`(${sql.join(factors, sql` * `)})` : undefined;
}

const isYes = (value: string): boolean => /^(?:1|yes)$/i.test(value);

/** The stored numbers of a value: those of the options with this label, or 1 and 0. */
function numbersOf(
  attribute: Attribute,
  value: string,
  options: readonly { readonly value: string; readonly label: string }[],
): number[] {
  if (attribute.frontendInput === 'boolean') return [isYes(value) ? 1 : 0];
  const isMeant = (one: { readonly value: string; readonly label: string }): boolean =>
    one.label.toLowerCase() === value.toLowerCase() || one.value === value;
  return options.filter(isMeant).map((one) => Number(one.value));
}

function hasValue(call: Call, attribute: Attribute, numbers: readonly number[]): SqlTruth | undefined {
  if (numbers.length === 0) return undefined;
  const isList = attribute.frontendInput === 'multiselect';
  return call.services.listing.hasOneOf(new Map([[attribute.id, numbers]]), () => isList);
}
