import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { graphqlClient, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

const LIST = '{ uid item_count items { product { sku } attributes { code value } } attributes { code } }';

describe.each(engines)('statements of compare lists on %s', (engine) => {
  let here: Here;
  let gql: GraphQLClient;
  let count: StatementCount;
  beforeAll(async () => {
    here = await startHere(engine);
    gql = graphqlClient(here);
    count = countStatements();
  });
  afterAll(async () => {
    count?.stop();
    await here?.stop();
  });

  it('do not grow with the lists of an answer, nor with their products', async () => {
    const products = [await newProduct(here), await newProduct(here), await newProduct(here)];
    const make = async (n: number): Promise<string> => {
      const ids = products.slice(0, n).map(({ id }) => btoa(String(id)));
      const create = 'mutation($p: [ID]) { createCompareList(input: { products: $p }) { uid } }';
      return (await gql.data(create, { p: ids })).createCompareList.uid;
    };
    const uids = [await make(1), await make(3), await make(2)];
    const statementsOf = async (n: number): Promise<number> => {
      const fields = uids.slice(0, n).map((uid, at) => `l${at}: compareList(uid: "${uid}") ${LIST}`);
      const query = `{ ${fields.join(' ')} }`;
      const read = async () => {
        const data = await gql.data(query);
        expect(Object.values<{ item_count: number }>(data).map((list) => list.item_count)).toEqual(
          [1, 3, 2].slice(0, n),
        );
      };
      return (await count.settled(read)).length;
    };
    expect(await statementsOf(3)).toBe(await statementsOf(1));
  });
});
