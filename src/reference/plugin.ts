import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isOpen } from '../configuration/closed-modules.ts';
import type { Caller } from '../kernel/call.ts';
import { platformErrors } from '../kernel/errors.ts';
import type { Platform } from '../kernel/platform.ts';
import type { Type } from '../kernel/types.ts';
import { openapi } from './openapi.ts';
import { pageScript, pageStyles, renderPage } from './page.ts';
import { selectRoutes } from './services.ts';
import { swagger, type DocumentOptions } from './swagger.ts';

/** A request for a schema. */
export interface SchemaRequest {
  readonly caller: Caller;
  /** Store code of the path; undefined for none. */
  readonly storeCode: string | undefined;
  readonly asynchronous: boolean;
  /** Value of the `services` parameter; undefined for all. */
  readonly services: string | undefined;
  readonly host: string;
  readonly scheme: string;
}

/**
 * Answers the schema routes: `/rest/<store>/schema` and `/rest/<store>/async/schema`, limited to what the caller may call.
 * Throws 404 where the module that shows them is disabled.
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
  return isOpen(config, asynchronous ? 'Magento_SwaggerWebapiAsync' : 'Magento_SwaggerWebapi');
}

function documentOptions(platform: Platform, acceptance: Type, request: SchemaRequest): DocumentOptions {
  const store = request.storeCode ? `/${request.storeCode}` : '';
  return {
    routes: selectRoutes(platform, request.services ?? 'all', request.caller),
    basePath: `/rest${store}${request.asynchronous ? '/async' : ''}`,
    host: request.host,
    scheme: request.scheme,
    ...(request.asynchronous ? { acceptance } : {}),
  };
}

/** Pages that may load nothing but what this server serves. */
const POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/** Serves the reference page at `/swagger`, with its assets, and the OpenAPI 3.1 document at `/openapi.json`. */
export async function referencePages(
  app: FastifyInstance,
  options: {
    platform: Platform;
    acceptance: Type;
    authenticate: (request: FastifyRequest) => Promise<Caller>;
  },
): Promise<void> {
  const { platform, acceptance } = options;
  // An encapsulated part of the server: the hook is for its pages only.
  app.addHook('onRequest', async (request) => {
    const isPage = request.routeOptions.url !== '/openapi.json';
    if (isPage ? !isOpen(platform.config, 'Magento_Swagger') : !showsCalls(platform, false)) {
      throw platformErrors.noRoute();
    }
  });
  const library = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
  await app.register(fastifyStatic, {
    root: join(library, 'static'),
    prefix: '/swagger/assets/',
    decorateReply: false,
    index: false,
    maxAge: '1d',
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
  });
  app.get<{ Querystring: { store?: string; type?: string } }>('/swagger', async (request, reply) => {
    const codes = platform.services.store.viewCodes();
    const wanted = request.query.store ?? codes[0]!;
    const store = wanted === 'all' || codes.includes(wanted) ? wanted : codes[0]!;
    const shown = [false, true].filter((asynchronous) => showsCalls(platform, asynchronous));
    // A page without anything to show.
    if (shown.length === 0) throw platformErrors.noRoute();
    const asynchronous = request.query.type === 'async';
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(
        renderPage({
          storeCodes: codes,
          store,
          calls: shown,
          asynchronous: shown.includes(asynchronous) ? asynchronous : shown[0]!,
        }),
      );
  });
  app.get('/swagger/page.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(pageScript));
  app.get('/swagger/page.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(pageStyles));
  app.get('/openapi.json', async (request, reply) => {
    const caller = await options.authenticate(request);
    const { host, scheme } = hostOf(request);
    const document = openapi(
      documentOptions(platform, acceptance, {
        caller,
        storeCode: undefined,
        asynchronous: false,
        services: 'all',
        host,
        scheme,
      }),
    );
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(document));
  });
}

function hostOf(request: { host: string; protocol: string }): { host: string; scheme: string } {
  return { host: request.host, scheme: request.protocol };
}
