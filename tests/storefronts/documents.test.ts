import {
  buildClientSchema,
  getIntrospectionQuery,
  Kind,
  type DocumentNode,
  specifiedRules,
  validate,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { graphqlClient } from '../support/graphql.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { publishedOperations } from './published.ts';

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());

it('takes every operation of the storefront', async () => {
  const schema = buildClientSchema(await graphqlClient(souk).data(getIntrospectionQuery()));
  // What the browser keeps for itself has been taken out; what it alone used is left.
  const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== NoUnusedVariablesRule);
  const operations = await publishedOperations();
  expect(operations.length).toBeGreaterThan(170);
  const refused = operations.flatMap((document) => {
    const errors = validate(schema, document, rules);
    return errors.length > 0 ? [{ name: nameOf(document), errors: errors.map(({ message }) => message) }] : [];
  });
  expect(refused).toEqual([]);
});

function nameOf({ definitions }: DocumentNode): string | undefined {
  return definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)?.name?.value;
}
