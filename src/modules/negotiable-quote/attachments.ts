import type { Call } from '../../kernel/call.ts';
import type { Face } from '../../kernel/faces.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { system } from '../../kernel/system.ts';
import { attachmentSettings } from './configuration.ts';
import { negotiationErrors } from './errors.ts';
import type { AttachmentRow } from './tables.ts';

const FOLDER = 'negotiable_quote/';
const PATH = 'negotiable_quote/attachment/';

/** The URL of the file of a comment. Its last part is random, so that only readers of the comment know it. */
export function attachmentUrl(call: Call, { file_path }: AttachmentRow): string {
  return `${call.config.of(baseUrls.secure.base, { storeId: call.scope.storeId })}${PATH}${file_path.slice(FOLDER.length)}`;
}

/** A file of a comment. */
export interface DecodedFile {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

/** The ending of the name of a file, in lower case. Throws 400 for another ending than the setting lists. */
export function requireFormat(call: Call, fileName: string): string {
  const ending = /[^.]\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  const formats = call.config.of(attachmentSettings.formats).map((one) => one.toLowerCase());
  if (ending === undefined || !formats.includes(ending)) throw negotiationErrors.fileFormat([fileName]);
  return ending;
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
