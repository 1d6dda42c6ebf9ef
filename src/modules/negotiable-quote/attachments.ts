import type { Call } from '../../kernel/call.ts';
import type { Face } from '../../kernel/faces.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { system } from '../../kernel/system.ts';
import type { AttachmentRow } from './tables.ts';

const FOLDER = 'negotiable_quote/';
const PATH = 'negotiable_quote/attachment/';

/** The URL of the file of a comment. Its last part is random, so that only readers of the comment know it. */
export function attachmentUrl(call: Call, { file_path }: AttachmentRow): string {
  return `${call.config.of(baseUrls.secure.base, { storeId: call.scope.storeId })}${PATH}${file_path.slice(FOLDER.length)}`;
}

/** Serves the files of comments at their URLs. */
export const attachmentDownloads: Face = async (app, { platform }) => {
  app.get<{ Params: { key: string } }>(`/${PATH}:key`, async (request, reply) => {
    const call = platform.newCall(system.caller, system.scope);
    const row = await call.db
      .selectFrom('negotiable_quote_attachment')
      .select(['file_path', 'file_name'])
      .where('file_path', '=', `${FOLDER}${request.params.key}`)
      .executeTakeFirst();
    const content = row && (await platform.services.negotiableQuote.files.read(row.file_path));
    if (!content) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(row.file_name)}`)
      .header('x-content-type-options', 'nosniff')
      .type('application/octet-stream')
      .send(content);
  });
};
