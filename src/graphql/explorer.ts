import type { FastifyInstance } from 'fastify';

const PREFIX = '/graphql/explorer/';

/** The page starts itself by a script within it, and loads nothing from elsewhere. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'";

/** Serves a page where people write queries and see the schema. For developers: it is not there unless they ask for it. */
export async function explorerPages(app: FastifyInstance): Promise<void> {
  // Imported here: at the head of the file it would be loaded whenever the program starts, since all is one file.
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
