import type { Readable } from 'node:stream';
import type { FileConditions, FileFacts, FileResponse } from '../../kernel/files.ts';
import { contentTypeOf } from './content-types.ts';

/** Positions of a file's bytes, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file of which a response is made. */
interface ServedFile extends FileFacts {
  readonly path: string;
  /** In milliseconds; undefined: unknown. */
  readonly modifiedAt?: number;
  /** Its bytes; of an empty file never called. */
  read(range: ByteRange): Promise<Readable | Buffer>;
}

/** The response to a request for a file, with the conditions of RFC 9110, 13 and 14. A request for several ranges gets the whole file. */
export async function respondWithFile(
  file: ServedFile,
  method: string,
  conditions: FileConditions,
): Promise<FileResponse> {
  const modified = file.modifiedAt === undefined ? undefined : new Date(file.modifiedAt).toUTCString();
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    etag: file.etag,
    ...(modified !== undefined && { 'last-modified': modified }),
  };
  if (isUnchanged(file.etag, modified, conditions)) return { status: 304, headers };
  const isPartial = method === 'GET' && isRangeCurrent(file.etag, modified, conditions);
  const range = isPartial ? rangeOf(conditions.range, file.size) : undefined;
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${file.size}` } };
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  headers['content-type'] = contentTypeOf(file.path);
  headers['content-length'] = String(end - start + 1);
  if (range) headers['content-range'] = `bytes ${start}-${end}/${file.size}`;
  const status = range ? 206 : 200;
  if (method === 'HEAD' || file.size === 0) return { status, headers };
  return { status, headers, content: await file.read({ start, end }) };
}

/** Whether the client has the file already. An entity tag takes precedence over a date. */
function isUnchanged(
  etag: string,
  modified: string | undefined,
  { ifNoneMatch, ifModifiedSince }: FileConditions,
): boolean {
  if (ifNoneMatch !== undefined) {
    return ifNoneMatch
      .split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .some((tag) => tag === '*' || tag === etag);
  }
  return modified !== undefined && ifModifiedSince !== undefined && Date.parse(ifModifiedSince) >= Date.parse(modified);
}

/** Whether a part of the file belongs to the version that the client has a part of. */
function isRangeCurrent(etag: string, modified: string | undefined, { ifRange }: FileConditions): boolean {
  return ifRange === undefined || ifRange === etag || ifRange === modified;
}

/** The range that a header asks for; undefined for the whole file: no range, several, or a header that cannot be read. */
function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start < size && start <= end ? { start, end } : 'unsatisfiable';
}
