import { expect } from 'vitest';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import type { Answer, Souk } from '../support/souk.ts';

export type Fields = Record<string, unknown>;
type Json = Answer['body'];
type Commanded = Pick<Souk, 'cli'>;

/** Runs a command that succeeds; gives its output. */
export async function command(souk: Commanded, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** Saves a rule of 10 % for guests on the first website, or with other fields; gives its id. */
export async function saveRule(souk: Commanded, fields: Fields = {}): Promise<number> {
  const rule = {
    name: 'Sale',
    is_active: true,
    website_ids: ['base'],
    customer_group_ids: ['NOT LOGGED IN'],
    simple_action: 'by_percent',
    discount_amount: 10,
    ...fields,
  };
  const printed = await command(souk, 'catalog-rule:save', JSON.stringify('rule_id' in fields ? fields : rule));
  return Number(/has id (\d+)/.exec(printed)![1]);
}

/** Deletes all rules. */
export async function deleteRules(souk: Commanded): Promise<void> {
  const lines = (await command(souk, 'catalog-rule:list')).split('\n').filter((line) => /^\d/.test(line));
  for (const line of lines) await command(souk, 'catalog-rule:delete', line.split('\t')[0]!);
}

/** Conditions that all hold: attribute, operator and value of each. */
export function all(...tests: readonly (readonly [name: string, operator: string, value: unknown])[]): Fields {
  const conditions = tests.map(([attribute_name, operator, value]) => ({
    condition_type: 'product',
    attribute_name,
    operator,
    value,
  }));
  return { condition_type: 'combine', aggregator_type: 'all', value: true, conditions };
}

/** A rule for the products with these SKUs. */
export const forSkus = (...skus: readonly string[]): Fields => ({ rule_condition: all(['sku', '()', skus]) });

const PRICE = `query($sku: String!) { products(filter: { sku: { eq: $sku } }) { items {
  special_price price_range { minimum_price { regular_price { value } final_price { value } discount { amount_off percent_off } }
    maximum_price { final_price { value } } } } } }`;

/** The final prices of a product in a storefront: the lowest, and the highest if that is another one. */
export async function finalPrices(
  souk: Pick<Souk, 'base'>,
  sku: string,
  { client = graphqlClient(souk), store }: { client?: GraphQLClient; store?: string } = {},
): Promise<number[]> {
  const { products } = await client.data(PRICE, { sku }, store === undefined ? {} : { Store: store });
  const { minimum_price: least, maximum_price: most }: Json = products.items[0].price_range;
  return [...new Set([least.final_price.value, most.final_price.value])];
}
