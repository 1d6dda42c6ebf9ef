import type { Face } from '../../kernel/faces.ts';
import { system } from '../../kernel/system.ts';
import { attachmentSettings } from './configuration.ts';
import { negotiationErrors } from './errors.ts';
import { openUploadOf, receiveUpload, uploadPath } from './uploads.ts';

/** Greatest size of a file whatever the setting says, in bytes. */
const MAX_BYTES = 64 * 2 ** 20;

/** Receives the files of uploads at their URLs, which are secrets of their callers. */
export const uploadReceiver: Face = async (app, { platform }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body));
  app.put<{ Params: { key: string }; Body: unknown }>(
    `/${uploadPath(':key')}`,
    {
      // Before the body is read.
      onRequest: async (request, reply) => {
        const call = platform.newCall(system.caller, system.scope);
        const upload = await openUploadOf(call, request.params.key);
        if (!upload) return reply.callNotFound();
        const largest = call.config.of(attachmentSettings.size);
        if (Number(request.headers['content-length'] ?? 0) > largest) {
          throw negotiationErrors.fileSize([upload.file_name, largest]);
        }
      },
    },
    async ({ params: { key }, body }, reply) => {
      const call = platform.newCall(system.caller, system.scope);
      const upload = await openUploadOf(call, key);
      if (!upload) return reply.callNotFound();
      const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const largest = call.config.of(attachmentSettings.size);
      if (content.length === 0) throw negotiationErrors.emptyFile([upload.file_name]);
      if (content.length > largest) throw negotiationErrors.fileSize([upload.file_name, largest]);
      await receiveUpload(call, key, content);
      return reply.header('cache-control', 'no-store').code(200).send();
    },
  );
};
