import type { FastifyInstance } from 'fastify';

const PREFIX = '/graphql/explorer/';

/** The page starts by an inline script, and loads nothing from other origins. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";

/** Serves a page to write queries and browse the schema. For developers: it is off by default. */
export async function explorerPages(app: FastifyInstance): Promise<void> {
  // Imported here: the program is one bundle, so an import at the head would load it at every start.
  const { getDistDirectory, isSandboxFrame, renderAltair, SANDBOX_FRAME_CSP } = await import('altair-static');
  await app.register(import('@fastify/static'), {
    root: getDistDirectory(),
    prefix: PREFIX,
    decorateReply: false,
    index: false,
    maxAge: '1d',
    setHeaders: (response, path) => {
      if (isSandboxFrame(path)) response.header('content-security-policy', SANDBOX_FRAME_CSP);
    },
  });
  app.get(PREFIX.slice(0, -1), (_, reply) => reply.redirect(PREFIX));
  app.get(PREFIX, async (_, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(
        renderAltair({ baseURL: PREFIX, endpointURL: '/graphql', initialSettings: { disablePushNotification: true } }),
      ),
  );
}
