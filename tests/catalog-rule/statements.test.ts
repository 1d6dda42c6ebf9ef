import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteRule, saveRule } from '../../src/modules/catalog-rule/save.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique } from '../support/client.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';
import { all } from './rules.ts';

const PAGE = `query($filter: ProductAttributeFilterInput, $size: Int) { products(filter: $filter, pageSize: $size, sort: { price: ASC }) {
  items { sku price_range { minimum_price { final_price { value } } } } } }`;

describe.each(engines)('statements of prices by rules on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  let counted: StatementCount;
  let category: number;

  beforeAll(async () => {
    counted = countStatements();
    here = await startHere(engine);
    gql = graphqlClient(here);
    category = Number(
      ok(await here.admin.post('/V1/categories', { category: { name: unique('sale'), is_active: true } })).id,
    );
    const category_links = [{ category_id: String(category), position: 0 }];
    for (let i = 0; i < 20; i++) {
      const stock_item = { qty: 5, is_in_stock: true };
      await newProduct(here, { price: 10 + i, extension_attributes: { category_links, stock_item } });
    }
  });
  afterAll(async () => {
    await here.stop();
    counted.stop();
  });

  /** The statements for a page of products; the alias keeps answers of earlier requests from being given again. */
  const page = (size: number): Promise<string[]> =>
    counted.settled(async () => {
      const alias = unique('p').replaceAll('-', '_');
      const filter = { category_id: { eq: String(category) } };
      const found = await gql.data(PAGE.replace(') { products(', `) { ${alias}: products(`), { filter, size });
      expect(found[alias].items).toHaveLength(size);
    });

  it('do not grow with the products, and are none without rules', async () => {
    const call = here.souk.systemCall();
    const without = [await page(5), await page(20)];
    expect(without[1]!.length, without[1]!.join('\n')).toBe(without[0]!.length);
    expect(without.flat().filter((text) => text.includes('catalogrule'))).toEqual([]);
    const rule = {
      name: 'Sale',
      is_active: true,
      website_ids: [1],
      customer_group_ids: [0],
      simple_action: 'by_percent',
      discount_amount: 10,
    };
    const forAll = await saveRule(call, rule);
    const withoutConditions = [await page(5), await page(20)];
    expect(withoutConditions.map((list) => list.length)).toEqual(without.map((list) => list.length));
    const ofCategory = await saveRule(call, { ...rule, rule_condition: all(['category_ids', '==', category]) });
    const withConditions = [await page(5), await page(20)];
    expect(withConditions[0]!.length).toBeLessThanOrEqual(without[0]!.length + 1);
    expect(withConditions[1]!.length, withConditions[1]!.join('\n')).toBe(withConditions[0]!.length);
    for (const id of [forAll, ofCategory]) await deleteRule(call, id);
    expect((await page(20)).length).toBe(without[1]!.length);
  });
});
