import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const PATH = '/graphql/explorer';

/** Loads and calls only resources of this server; the editors write their styles into the page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves a page to write queries and browse the schema. For developers: it is off by default. */
export async function explorerPages(app: FastifyInstance): Promise<void> {
  // The build writes it beside the console, which serves its scripts and styles.
  const page = await readFile(join(import.meta.dirname, 'console/explorer.html'), 'utf8').catch(() => undefined);
  if (page === undefined) return;
  app.get(`${PATH}/`, (_, reply) => reply.redirect(PATH));
  app.get(PATH, async (_, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page),
  );
}

/** Says in place of the page how a developer opens it. */
export async function noExplorer(app: FastifyInstance): Promise<void> {
  const message = 'The GraphQL explorer is closed. Start the server with SOUK_DEVELOPER_MODE=1 to open it.';
  for (const path of [PATH, `${PATH}/`]) app.get(path, (_, reply) => reply.code(404).send({ message }));
}
