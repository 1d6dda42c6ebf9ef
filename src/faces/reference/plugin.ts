import { dirname } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isModuleEnabled } from '../../platform/configuration/disabled-modules.ts';
import type { Caller } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { elementAt } from '../../kernel/lists.ts';
import type { Platform } from '../../kernel/platform.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { Type } from '../../kernel/types.ts';
import { libraryFile } from '../../storage/files/library-files.ts';
import { openapi, type OpenApiOptions } from './openapi.ts';
import { pageScript, pageStyles, renderPage } from './page.ts';
import { selectRoutes } from './services.ts';
import { swagger, type DocumentOptions } from './swagger.ts';

/** A request for a schema: `/rest/<store>/schema`, `/rest/<store>/async/schema`. */
export interface SchemaRequest {
  readonly caller: Caller;
  /** Store code of the path; undefined for none. */
  readonly storeCode: string | undefined;
  readonly asynchronous: boolean;
  /** Value of the `services` parameter; undefined when it was not sent. */
  readonly services: string | undefined;
  readonly host: string;
  readonly scheme: string;
}

/**
 * Serves the schema routes: `/rest/<store>/schema` and `/rest/<store>/async/schema`, limited to the permissions of the caller.
 * Throws 404 if their module is disabled.
 */
export function createSchemaRoute(
  platform: Platform,
  acceptance: Type,
): (request: SchemaRequest) => Record<string, unknown> {
  return (request) => {
    if (!showsCalls(platform, request.asynchronous)) throw platformErrors.noRoute();
    return swagger(documentOptions(platform, acceptance, request));
  };
}

/** Whether the schema of synchronous or asynchronous calls is shown. */
function showsCalls({ config }: Platform, asynchronous: boolean): boolean {
  return isModuleEnabled(config, asynchronous ? 'Magento_SwaggerWebapiAsync' : 'Magento_SwaggerWebapi');
}

function documentOptions(platform: Platform, acceptance: Type, request: SchemaRequest): DocumentOptions {
  const store = request.storeCode ? `/${request.storeCode}` : '';
  const base = new URL(publicBase(platform, request));
  return {
    routes: selectRoutes(platform, request.services ?? 'all', request.caller),
    target: { edition: platform.registry.edition, release: platform.registry.release },
    basePath: `${base.pathname}${store}${request.asynchronous ? '/async' : ''}`,
    host: base.host,
    scheme: base.protocol.slice(0, -1),
    ...(request.asynchronous ? { acceptance } : {}),
  };
}

/** Where the REST interface is found: below SOUK_BASE_URL; without that setting, where the request went. */
function publicBase({ settings }: Platform, { host, scheme }: Pick<SchemaRequest, 'host' | 'scheme'>): string {
  return `${settings.baseUrl ?? `${scheme}://${host}`}/rest`;
}

/** Pages that may load only resources of this server. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Serves the reference page at `/swagger`, with its assets, and OpenAPI 3.1 documents at `/openapi.json` and `/openapi.json?type=async`. */
export async function referencePages(
  app: FastifyInstance,
  options: {
    platform: Platform;
    acceptance: Type;
    authenticate: (request: FastifyRequest) => Promise<Caller>;
  },
): Promise<void> {
  const { platform, acceptance } = options;
  const documentText = createDocumentWriter();
  // An encapsulated part of the server: the hook is for its pages only.
  app.addHook('onRequest', async (request) => {
    const isPage = request.routeOptions.url !== '/openapi.json';
    if (isPage && !isModuleEnabled(platform.config, 'Magento_Swagger')) throw platformErrors.noRoute();
  });
  await app.register(import('@fastify/static'), {
    root: dirname(libraryFile('@fastify/swagger-ui/static/swagger-ui.css')),
    prefix: '/swagger/assets/',
    decorateReply: false,
    index: false,
    maxAge: '1d',
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
  app.get<{ Querystring: { store?: string; type?: string } }>('/swagger', async (request, reply) => {
    const codes = platform.scopes.viewCodes();
    const byDefault = elementAt(codes, 0);
    const code = request.query.store ?? byDefault;
    const store = code === 'all' || codes.includes(code) ? code : byDefault;
    const pages = [false, true].filter((asynchronous) => showsCalls(platform, asynchronous));
    const [first] = pages;
    // A page without anything to show.
    if (first === undefined) throw platformErrors.noRoute();
    const asynchronous = request.query.type === 'async';
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(
        renderPage({
          storeCodes: codes,
          store,
          calls: pages,
          asynchronous: pages.includes(asynchronous) ? asynchronous : first,
        }),
      );
  });
  app.get('/swagger/page.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(pageScript));
  app.get('/swagger/page.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(pageStyles));
  app.get<{ Querystring: { type?: string } }>('/openapi.json', async (request, reply) => {
    const caller = await options.authenticate(request);
    const asynchronous = request.query.type === 'async';
    if (!showsCalls(platform, asynchronous)) throw platformErrors.noRoute();
    const text = documentText({
      routes: selectRoutes(platform, 'all', caller),
      target: { edition: platform.registry.edition, release: platform.registry.release },
      base: publicBase(platform, { host: request.host, scheme: request.protocol }),
      storeCodes: [...platform.scopes.viewCodes(), 'all'],
      ...(asynchronous ? { acceptance } : {}),
    });
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** Number of cached documents. */
const MAX_CACHED_DOCUMENTS = 8;

/** Writes documents, and caches the last of them: they differ by caller, address and stores only. */
function createDocumentWriter(): (options: OpenApiOptions) => string {
  const texts = new Map<string, string>();
  return (options) => {
    const { routes, base, storeCodes, acceptance } = options;
    const key = JSON.stringify([base, storeCodes, acceptance !== undefined, routes.map(nameOf)]);
    const text = texts.get(key) ?? JSON.stringify(openapi(options));
    // The last that was asked for stands at the end.
    texts.delete(key);
    texts.set(key, text);
    const [oldest] = texts.keys();
    if (texts.size > MAX_CACHED_DOCUMENTS && oldest !== undefined) texts.delete(oldest);
    return text;
  };
}

function nameOf({ route }: RegisteredRoute): string {
  return `${route.method} ${route.path}`;
}
