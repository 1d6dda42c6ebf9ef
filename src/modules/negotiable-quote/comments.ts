import { randomUUID } from 'node:crypto';
import type { Call } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import { loader } from '../../kernel/loader.ts';
import { formatTime } from '../../kernel/time.ts';
import type { In, Out } from '../../kernel/types.ts';
import { inIds } from '../../storage/sql.ts';
import { requireFormat, type DecodedFile } from './attachments.ts';
import { attachmentSettings } from './configuration.ts';
import { negotiationErrors } from './errors.ts';
import { creatorOf } from './creators.ts';
import { requireNegotiation } from './negotiations.ts';
import type { AttachmentRow, NegotiationCommentRow } from './tables.ts';
import type { AttachmentContent } from './types.ts';
import { ATTACHMENT } from './upload-kind.ts';

/** Greatest number of files of a comment, and of files that are read at once. */
const MAX_FILES = 10;

/** A comment of a request: a text, files, or both. */
export interface CommentInput {
  readonly text: string | null | undefined;
  readonly files?: readonly In<typeof AttachmentContent>[] | null | undefined;
  /** Keys of finished uploads of the caller. */
  readonly uploads?: readonly string[];
  readonly isDecline?: boolean;
}

/** A comment with its attachments. */
export interface CommentWithFiles {
  readonly comment: NegotiationCommentRow;
  readonly attachments: readonly AttachmentRow[];
}

/** Adds a comment to a quote; none without a text and files. Throws 400 for a file that is not allowed. */
export async function addComment(
  call: Call,
  quoteId: number,
  { text, files, uploads, isDecline }: CommentInput,
): Promise<void> {
  if ((files?.length ?? 0) + (uploads?.length ?? 0) > MAX_FILES) throw negotiationErrors.tooManyFiles([MAX_FILES]);
  const contents = [
    ...(files ?? []).map((file) => readFile(call, file)),
    ...(uploads?.length ? await call.services.upload.take(call, ATTACHMENT, uploads) : []).map((file) => ({
      name: file.name,
      type: '',
      content: file.content,
    })),
  ];
  const comment = text?.trim() ? text : '';
  if (comment === '' && contents.length === 0) return;
  const { entity_id: comment_id } = await call.db
    .insertInto('negotiable_quote_comment')
    .values({
      quote_id: quoteId,
      ...creatorOf(call),
      comment,
      is_decline: isDecline ? 1 : 0,
      created_at: formatTime(call.clock.now()),
    })
    .returning('entity_id')
    .executeTakeFirstOrThrow();
  for (const { name, type, content } of contents) {
    const file_path = `negotiable_quote/${randomUUID()}`;
    await call.services.negotiableQuote.files.write(file_path, content);
    await call.db
      .insertInto('negotiable_quote_attachment')
      .values({ comment_id, file_name: name, file_path, file_type: type })
      .execute();
  }
}

/** A decoded file. Throws 400 for malformed content, another ending than the setting lists, and one that is too large. */
function readFile(call: Call, { name, type, base64_encoded_data }: In<typeof AttachmentContent>): DecodedFile {
  const fileName = (name ?? '').replace(/^.*[\\/]/, '').slice(-255);
  requireFormat(call, fileName);
  const data = (base64_encoded_data ?? '').replace(/\s/g, '');
  if (data === '' || !/^[a-z0-9+/]+={0,2}$/i.test(data)) throw negotiationErrors.fileContent([fileName]);
  const content = Buffer.from(data, 'base64');
  const largest = call.config.of(attachmentSettings.size);
  if (content.length > largest) throw negotiationErrors.fileSize([fileName, largest]);
  return { name: fileName, type: type ?? '', content };
}

/** The comments on a quote with their attachments, oldest first. Throws 404. */
export async function commentsOf(call: Call, quoteId: number): Promise<readonly CommentWithFiles[]> {
  await requireNegotiation(call, quoteId);
  return commentsOfQuote(call, quoteId);
}

/** The comments on quotes with their attachments, oldest first, in two queries. */
export const commentsOfQuote = loader<number, readonly CommentWithFiles[]>(async (quoteIds, call) => {
  const comments = await call.db
    .selectFrom('negotiable_quote_comment')
    .selectAll()
    .where(inIds('quote_id', quoteIds))
    .orderBy('entity_id')
    .execute();
  const ids = comments.map(({ entity_id }) => entity_id);
  const files =
    ids.length === 0
      ? []
      : await call.db
          .selectFrom('negotiable_quote_attachment')
          .selectAll()
          .where(inIds('comment_id', ids))
          .orderBy('attachment_id')
          .execute();
  const byComment = Map.groupBy(files, ({ comment_id }) => comment_id);
  const withFiles = comments.map((comment) => ({ comment, attachments: byComment.get(comment.entity_id) ?? [] }));
  const byQuote = Map.groupBy(withFiles, ({ comment }) => comment.quote_id);
  return quoteIds.map((id) => byQuote.get(id) ?? []);
});

/** The contents of attachments, in the order of the ids. Throws 404 for an unknown one, and 400 for too many. */
export async function contentsOf(call: Call, ids: readonly number[]): Promise<Out<typeof AttachmentContent>[]> {
  if (ids.length > MAX_FILES) throw negotiationErrors.tooManyFiles([MAX_FILES]);
  if (ids.length === 0) return [];
  const rows = await call.db
    .selectFrom('negotiable_quote_attachment')
    .selectAll()
    .where(inIds('attachment_id', ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.attachment_id, row]));
  const contents: Out<typeof AttachmentContent>[] = [];
  for (const id of ids) {
    const row = byId.get(id);
    const content = row && (await call.services.negotiableQuote.files.read(row.file_path));
    if (!content) throw platformErrors.noSuchEntity({ fieldName: 'attachmentId', fieldValue: id });
    contents.push({ base64_encoded_data: content.toString('base64'), type: row.file_type, name: row.file_name });
  }
  return contents;
}
