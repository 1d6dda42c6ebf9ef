import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildClientSchema,
  getIntrospectionQuery,
  Kind,
  parse,
  print,
  separateOperations,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serviceClient } from '../catalog-service/service.ts';
import { configured } from '../support/customers.ts';
import { startSouk, type Souk } from '../support/souk.ts';
import { unpacked, type Published } from './published.ts';

/** Components of Adobe's storefront that ask the catalogue service, with the operations by which they do. */
const components: readonly (Published & { readonly operations: readonly string[] })[] = [
  {
    name: '@dropins/storefront-pdp',
    version: '3.3.2',
    integrity: 'R0z1V80wavZzmU0SNk3j2I7qiF3UGTK8qg/r0N2wy0k5pXWy+8Iv/XHqKfK4uadPcfnUknOxsnrqs8JrxzHsLA==',
    operations: ['GET_PRODUCTS_DATA', 'GET_PRODUCT_DATA', 'REFINE_PRODUCT_QUERY'],
  },
  {
    name: '@dropins/storefront-product-discovery',
    version: '3.1.2',
    integrity: 'T2H1ImYGbqQQZGc4GDH1uCPvaQD/26UhJRhaPTgi1WmdybKN1Ze9as5VtPEADb42QlEAaM0y40eTqwa9HSzAHA==',
    operations: ['productSearch'],
  },
  {
    name: '@dropins/storefront-recommendations',
    version: '4.0.4',
    integrity: 'cLk26TWxoeERK/vfGBWM09CNACC9Qhp0L6zf53cPcZ37e/FnyiD/x51uN8yOzHncKWz/mS8d/RsA0d29cOkr4w==',
    operations: ['GetRecommendationsByUnitIds', 'GetRecommendationsByUnitIdsWithCurrentProduct'],
  },
  {
    name: '@dropins/storefront-requisition-list',
    version: '1.5.1',
    integrity: 'C9DqlPylyjylecMNYwQBSjuzQdARom2cOifGAx5lkXR8VKf5fsZE039zNKisy7xYzefgs3ir8Tr6h/mK06fWFw==',
    operations: ['CONFIGURABLE_OPTIONS_QUERY', 'REFINE_CONFIGURABLE_VARIANT_QUERY'],
  },
];

let souk: Souk;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

/** The texts in backticks of a component's files, without what the program puts into them. */
function textsOf(component: Published): string[] {
  const folder = unpacked(component);
  return globSync(join(folder, '{api,fragments}.js')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`([^`]*)`/g)].map(([, text = '']) => text.replaceAll(/\$\{\w+\}/g, '')),
  );
}

function parsed(text: string): DocumentNode['definitions'] {
  try {
    return parse(text).definitions;
  } catch {
    return [];
  }
}

/** The operations of a component that are for the service, each with the fragments that it uses. */
function operationsOf(component: (typeof components)[number]): DocumentNode[] {
  const definitions = [
    ...new Map(
      textsOf(component)
        .flatMap(parsed)
        .map((one) => [print(one), one]),
    ).values(),
  ];
  const separate = separateOperations({ kind: Kind.DOCUMENT, definitions });
  return component.operations.flatMap((name) => separate[name] ?? []);
}

async function schemaAt(path: string): Promise<GraphQLSchema> {
  return buildClientSchema(await serviceClient(souk, undefined, path).data(getIntrospectionQuery()));
}

it.each(components)('the documents of $name are valid at both addresses', async (component) => {
  const documents = operationsOf(component);
  expect(documents).toHaveLength(component.operations.length);
  const check = async (path: string): Promise<void> => {
    const schema = await schemaAt(path);
    const faults = documents.flatMap((document) => validate(schema, document));
    expect(faults.map(({ message }) => message)).toEqual([]);
  };
  await check('/cs-graphql');
  await configured(souk, { 'souk/catalog_service/on_graphql': '1' }, () => check('/graphql'));
});
