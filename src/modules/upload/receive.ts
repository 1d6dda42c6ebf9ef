import type { Face } from '../../kernel/faces.ts';
import { system } from '../../kernel/system.ts';
import { uploadErrors } from './errors.ts';
import { openUploadOf, receiveUpload, uploadPath } from './uploads.ts';

/** Greatest size of a file whatever its purpose allows, in bytes. */
const MAX_BYTES = 64 * 2 ** 20;

/** Receives the files of uploads at their URLs, which are secrets of their callers. */
export const uploadReceiver: Face = async (app, { platform }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_, body, done) => done(null, body));
  const newCall = () => platform.newCall(system.caller, system.scope);
  /** The open upload of a key; throws if `bytes` are too many for it. */
  const uploadFor = async (key: string, bytes: number) => {
    const call = newCall();
    const found = await openUploadOf(call, key);
    const kind = found && call.contributions.uploadKinds.find(({ purpose }) => purpose === found.purpose);
    if (!kind) return undefined;
    const largest = await kind.largest(call, found.file_name);
    if (bytes > largest) throw uploadErrors.fileSize([found.file_name, largest]);
    return found;
  };
  app.put<{ Params: { key: string }; Body: unknown }>(
    `/${uploadPath(':key')}`,
    {
      // Before the body is read.
      onRequest: async (request, reply) => {
        const length = Number(request.headers['content-length'] ?? 0);
        if (!(await uploadFor(request.params.key, length))) return reply.callNotFound();
      },
    },
    async ({ params: { key }, body }, reply) => {
      const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const found = await uploadFor(key, content.length);
      if (!found) return reply.callNotFound();
      if (content.length === 0) throw uploadErrors.emptyFile([found.file_name]);
      await receiveUpload(newCall(), key, content);
      return reply.header('cache-control', 'no-store').code(200).send();
    },
  );
};
