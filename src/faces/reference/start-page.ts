import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeCaller } from '../../platform/execution/call-route.ts';
import { isModuleEnabled } from '../../platform/configuration/disabled-modules.ts';
import type { Platform } from '../../kernel/platform.ts';
import { hasDocs } from './docs-pages.ts';
import { START_PAGE_POLICY, renderStart, type FirstCall, type StartLinks } from './start-page-html.ts';

/** Serves `/`: an introduction with links for people, the same as JSON for programs. */
export async function startPage(app: FastifyInstance, platform: Platform): Promise<void> {
  const { edition, release, baseUrl } = platform.settings;
  const about = `Souk, a commerce platform server with the REST and GraphQL interfaces of Magento 2 / Adobe Commerce (release ${release}, ${edition} edition).`;
  app.get('/', async (request, reply) => {
    const links = linksOf(platform);
    reply.header('vary', 'accept').header('cache-control', 'no-cache');
    if (!wantsPage(request)) return { about, ...links };
    const base = baseUrl ?? `${request.protocol}://${request.host}`;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', START_PAGE_POLICY)
      .send(renderStart({ about, contents: await contentsOf(platform), links, calls: firstCalls(base) }));
  });
}

function linksOf({ config, settings }: Platform): StartLinks {
  return {
    ...(settings.console ? { console: '/console' } : {}),
    ...(hasDocs() ? { documentation: '/docs' } : {}),
    graphql: '/graphql',
    ...(settings.developerMode ? { explorer: '/graphql/explorer' } : {}),
    rest: '/rest/V1',
    ...(isModuleEnabled(config, 'Magento_Swagger') ? { reference: '/swagger' } : {}),
    ...(isModuleEnabled(config, 'Magento_SwaggerWebapi')
      ? { openapi: '/openapi.json', schema: '/rest/all/schema' }
      : {}),
    health: '/health/ready',
    metrics: '/metrics',
  };
}

/** A sentence about the enabled products that visitors can find. */
async function contentsOf(platform: Platform): Promise<string> {
  const filters = [
    { field: 'status', value: '1' },
    { field: 'visibility', value: '1', condition_type: 'neq' },
  ];
  const { total_count: products } = await routeCaller(platform)<{ readonly total_count: number }>(
    'catalogProductRepositoryV1',
    'getList',
    { searchCriteria: { filter_groups: filters.map((one) => ({ filters: [one] })), page_size: 1 } },
  );
  if (products === 0) return 'The shop is empty. souk serve --demo fills it with a demo.';
  return `The shop has ${products.toLocaleString('en')} ${products === 1 ? 'product' : 'products'}.`;
}

/** Browsers name HTML; programs that take anything get JSON. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}

function firstCalls(base: string): FirstCall[] {
  const json = `-H 'Content-Type: application/json'`;
  const bearer = `-H "Authorization: Bearer $TOKEN"`;
  return [
    {
      title: 'List products by GraphQL, without signing in',
      command: `curl -s ${base}/graphql ${json} \\
  -d '{"query": "{ products(search: \\"mug\\") { total_count items { sku name } } }"}'`,
    },
    {
      title: 'Sign in',
      command: `TOKEN=$(curl -s ${base}/rest/V1/integration/admin/token \\
  ${json} \\
  -d '{"username": "admin", "password": "…"}' | tr -d '"')`,
    },
    {
      title: 'Create a product',
      command: `curl -s ${base}/rest/V1/products ${bearer} \\
  ${json} \\
  -d '{"product": {"sku": "mug-blue", "name": "Blue mug", "price": 12.5,
                   "attribute_set_id": 4, "type_id": "simple"}}'`,
    },
    {
      title: 'Read the product',
      command: `curl -s "${base}/rest/V1/products/mug-blue?fields=sku,name,price" \\
  ${bearer}`,
    },
    {
      title: 'List the products',
      command: `curl -sg "${base}/rest/V1/products?searchCriteria[pageSize]=20&fields=items[sku],total_count" \\
  ${bearer}`,
    },
  ];
}
