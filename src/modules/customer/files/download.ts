import type { Face } from '../../../kernel/faces.ts';
import { system } from '../../../kernel/system.ts';
import { FILES, storedFile } from './values.ts';

/** Serves the files of customers and addresses at their URLs, which are known to readers of the values alone. */
export const attributeDownloads: Face = async (app, { platform }) => {
  app.get<{ Params: { '*': string } }>(`/${FILES}/*`, async ({ params }, reply) => {
    const file = await storedFile(platform.newCall(system.caller, system.scope), `/${params['*']}`);
    if (!file) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('x-content-type-options', 'nosniff')
      .type('application/octet-stream')
      .send(file.content);
  });
};
