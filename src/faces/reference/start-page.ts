import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keysOf } from '../../kernel/own-fields.ts';
import { isModuleEnabled } from '../../platform/configuration/disabled-modules.ts';
import type { Platform } from '../../kernel/platform.ts';
import { escapeHtml } from './escape-html.ts';

/** Where to go from here: path by name. */
type PlaceName = 'rest' | 'reference' | 'openapi' | 'schema' | 'health' | 'metrics';
type Places = Readonly<Partial<Record<PlaceName, string>>>;

/** Serves `/`: an introduction with links for people, the same as JSON for programs. */
export async function startPage(app: FastifyInstance, platform: Platform): Promise<void> {
  const { edition, release, baseUrl } = platform.settings;
  const about = `Souk, a commerce platform server. It speaks the Magento 2 / Adobe Commerce REST interface (release ${release}, ${edition} edition).`;
  app.get('/', async (request, reply) => {
    const places = placesOf(platform);
    reply.header('vary', 'accept').header('cache-control', 'no-cache');
    if (!wantsPage(request)) return { about, ...places };
    const base = baseUrl ?? `${request.protocol}://${request.host}`;
    return reply.type('text/html; charset=utf-8').send(renderStart(about, places, firstCalls(base)));
  });
}

function placesOf({ config }: Platform): Places {
  return {
    rest: '/rest/V1',
    ...(isModuleEnabled(config, 'Magento_Swagger') ? { reference: '/swagger' } : {}),
    ...(isModuleEnabled(config, 'Magento_SwaggerWebapi')
      ? { openapi: '/openapi.json', schema: '/rest/all/schema' }
      : {}),
    health: '/health/ready',
    metrics: '/metrics',
  };
}

/** Browsers name HTML; programs that take anything get JSON. */
function wantsPage({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '');
}

/** Descriptions of the links, for people. */
const meanings: Readonly<Record<PlaceName, string>> = {
  rest: 'the interface itself; that of a store view is at /rest/<store>/V1',
  reference: 'every call, with its fields, to be read and tried out',
  openapi: 'the same as an OpenAPI 3.1 document',
  schema: 'the same as the interface has it (Swagger 2.0)',
  health: 'whether calls and the queue work',
  metrics: "figures in Prometheus' format",
};

interface FirstCall {
  readonly title: string;
  readonly command: string;
}

function firstCalls(base: string): FirstCall[] {
  const json = `-H 'Content-Type: application/json'`;
  const bearer = `-H "Authorization: Bearer $TOKEN"`;
  return [
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
      title: 'Read it back',
      command: `curl -s "${base}/rest/V1/products/mug-blue?fields=sku,name,price" \\
  ${bearer}`,
    },
    {
      title: 'List what there is',
      command: `curl -sg "${base}/rest/V1/products?searchCriteria[pageSize]=20&fields=items[sku],total_count" \\
  ${bearer}`,
    },
  ];
}

const styles = `body { margin: 0; background: #fafafa; color: #21313f; font: 16px/1.5 system-ui, sans-serif; }
header { background: #21313f; color: #fff; padding: 2rem 1.5rem; }
h1 { margin: 0 0 .25rem; letter-spacing: .04em; } header p { margin: 0; max-width: 46rem; }
main { max-width: 54rem; padding: 0 1.5rem 3rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; } h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
table { border-collapse: collapse; } th, td { padding: .3rem 1.5rem .3rem 0; text-align: left; vertical-align: top; }
th { font-weight: 600; } a { color: #0b5c99; }
pre { margin: 0; padding: .75rem 1rem; background: #fff; border: 1px solid #d8dee3; border-radius: 4px; overflow-x: auto; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
@media (max-width: 40rem) { th, td { display: block; padding: 0; } td:last-child { padding-bottom: .75rem; } }`;

function renderStart(about: string, places: Places, calls: readonly FirstCall[]): string {
  const rows = keysOf(places).map((name) => {
    const path = places[name];
    return `<tr><th scope="row">${name}</th><td>${name === 'rest' ? `<code>${path}</code>` : `<a href="${path}">${path}</a>`}</td><td>${escapeHtml(meanings[name])}</td></tr>`;
  });
  const steps = calls.map(
    ({ title, command }) => `<h3>${escapeHtml(title)}</h3>\n<pre tabindex="0">${escapeHtml(command)}</pre>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Souk</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body>
<header><h1>Souk</h1><p>${escapeHtml(about)}</p></header>
<main>
<h2>Where to go</h2>
<table>${rows.join('\n')}</table>
<h2>First calls</h2>
<p>With the admin user that was made on first start (its password was shown there, or is <code>SOUK_ADMIN_PASSWORD</code>):</p>
${steps.join('\n')}
</main>
</body>
</html>
`;
}
