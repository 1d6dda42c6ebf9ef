import type { Call } from '../../kernel/call.ts';
import { isPlainObject } from '../../kernel/plain-objects.ts';
import { shopLocale } from '../../kernel/shop-settings.ts';
import { anyText } from '../../kernel/any-text.ts';
import type { Condition } from '../../storage/criteria/criteria.ts';
import type { Directive } from './directives.ts';

/** A product of a list. */
interface ListedProduct {
  readonly id: number;
  readonly name: string;
  /** Its lowest price, formatted. */
  readonly price: string;
}

/** Number of products in a list: default and maximum. */
const COUNT = 10;
const MOST = 100;
/** `visibility` of products that catalogues list. */
const inCatalogue = [2, 4];

/** The products of a list, the newest first; none if a kind of its conditions is unknown. */
export async function productListOf(call: Call, parameters: Directive['parameters']): Promise<ListedProduct[]> {
  const { listing, storefront } = call.services;
  const groups = readConditions(parameters.conditions_encoded ?? parameters.conditions);
  if (!groups) return [];
  const count = Number(parameters.products_count ?? COUNT);
  const { ids } = await listing.visibleProducts(call, {
    groups,
    orders: [{ field: 'entity_id', direction: 'DESC' }],
    page: 1,
    pageSize: Number.isInteger(count) && count > 0 ? Math.min(count, MOST) : COUNT,
    visibilities: inCatalogue,
    fields: (fields) => fields,
  });
  const products = await storefront.products(call, ids);
  return Promise.all(
    ids
      .flatMap((id) => products.get(id) ?? [])
      .map(async (source) => {
        const { minimum_price: least } = await storefront.range(call, source);
        const { value, currency } = least.final_price;
        const locale = call.config.of(shopLocale, call.scope).replace('_', '-');
        return {
          id: source.product.id,
          name: String(source.values.name ?? source.product.sku),
          price: new Intl.NumberFormat(locale, { style: 'currency', currency }).format(value),
        };
      }),
  );
}

/** Conditions on products, as groups of which each must hold; undefined: some are not supported. */
function readConditions(encoded = ''): Condition[][] | undefined {
  if (encoded === '') return [];
  const rows = parse(encoded);
  if (!rows) return undefined;
  const { '1': root, ...others } = rows;
  const conditions = Object.entries(others).map(([key, row]) =>
    /^1--\d+$/.test(key) ? readCondition(row) : undefined,
  );
  if (conditions.includes(undefined) || anyText(root?.value ?? '1') !== '1') return undefined;
  const all = conditions.flatMap((one) => one ?? []);
  if (all.length === 0) return [];
  return root?.aggregator === 'any' ? [all] : all.map((one) => [one]);
}

type ConditionRow = Readonly<Record<string, unknown>>;
type ConditionRows = Readonly<Record<string, ConditionRow>>;

/** Decodes conditions, which directives contain in escaped form: `^[` for a brace, a backtick for a quote. */
function parse(encoded: string): ConditionRows | undefined {
  const text = encoded.replaceAll('^[', '{').replaceAll('^]', '}').replaceAll('`', '"').replaceAll('|', '\\');
  try {
    const found: unknown = JSON.parse(text);
    return isRows(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isRows(value: unknown): value is ConditionRows {
  return isPlainObject(value) && Object.values(value).every(isPlainObject);
}

/** Fields by the attributes of conditions, which are lists of values. */
const fields: Readonly<Record<string, string>> = { category_ids: 'category_id', sku: 'sku' };

function readCondition({ attribute, operator, value }: ConditionRow): Condition | undefined {
  const field = fields[String(attribute)];
  const values = (Array.isArray(value) ? value : anyText(value ?? '').split(',')).map((one) => String(one).trim());
  const isOneOf = operator === '==' || operator === '()' || (operator === '{}' && field === 'category_id');
  return field && isOneOf ? { field, type: 'in', value: values.join(',') } : undefined;
}
