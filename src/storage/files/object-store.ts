import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { storageErrors } from '../errors.ts';
import type { FileResponse, FileStore, ListedFile, ObjectStoreAddress } from '../../kernel/files.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { contentTypeOf } from './content-types.ts';

/** Milliseconds to connect to the store, and for it to respond. */
const CONNECT_WITHIN = 3000;
const ANSWER_WITHIN = 30_000;
const ATTEMPTS = 3;

/** The headers of a response of the store that a client gets. */
const passed = { ETag: 'etag', ContentType: 'content-type', ContentRange: 'content-range' } as const;

/**
 * Files as objects of an S3-compatible store. Credentials come from where the AWS library looks for them: the environment, its
 * files, the machine. An object appears whole with the response to its upload.
 */
export async function s3Files({ bucket, prefix, region, endpoint }: ObjectStoreAddress): Promise<FileStore> {
  // Loaded by those who use it only: it takes longer to load than a command to run.
  const {
    CopyObjectCommand,
    DeleteObjectCommand,
    GetObjectCommand,
    HeadObjectCommand,
    ListObjectsV2Command,
    PutObjectCommand,
    S3Client,
  } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    region,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_WITHIN, requestTimeout: ANSWER_WITHIN },
    // For stores other than Amazon's: buckets by path, no checksums beside that of the signature.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const at = (path: string): { Bucket: string; Key: string } => ({ Bucket: bucket, Key: prefix + path });
  const put = (path: string, content: Buffer, more: { IfNoneMatch?: string } = {}): Promise<unknown> =>
    client.send(new PutObjectCommand({ ...at(path), Body: content, ContentType: contentTypeOf(path), ...more }));
  const head = (path: string): Promise<StoreResponse | undefined> =>
    ask(() => client.send(new HeadObjectCommand(at(path))));
  /** Whether a file has an entity tag, or a time of modification. */
  async function isVersion(path: string, version: string): Promise<boolean> {
    const found = await head(path);
    return version === found?.ETag || version === found?.LastModified?.toUTCString();
  }
  const exists = (path: string): Promise<boolean> => head(path).then((found) => found !== undefined);
  /** Copies an object, also onto itself, which renews its time of writing. */
  const copy = (from: string, to: string): Promise<unknown> =>
    ask(() =>
      client.send(
        new CopyObjectCommand({
          ...at(to),
          CopySource: `${bucket}/${prefix}${from}`.split('/').map(encodeURIComponent).join('/'),
          MetadataDirective: 'REPLACE',
          ContentType: contentTypeOf(to),
        }),
      ),
    );
  /** All objects below a folder, a page of the store's list at a time. */
  async function* list(folder: string): AsyncIterable<ListedFile> {
    let after: string | undefined;
    do {
      const page = await ask(() =>
        client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: `${prefix}${folder}/`, ContinuationToken: after }),
        ),
      );
      for (const { Key = '', Size = 0, LastModified } of page?.Contents ?? []) {
        yield { path: Key.slice(prefix.length), size: Size, usedAt: LastModified?.getTime() ?? 0 };
      }
      after = page?.NextContinuationToken;
    } while (after !== undefined);
  }
  const remove = async (path: string): Promise<void> =>
    void (await ask(() => client.send(new DeleteObjectCommand(at(path)))));
  return {
    folder: undefined,
    exists,
    remove,
    list,
    async facts(path) {
      const found = await head(path);
      return found && { size: found.ContentLength ?? 0, etag: found.ETag ?? '' };
    },
    touch: async (path) => void (await copy(path, path)),
    async write(path, content) {
      await ask(() => put(path, content));
    },
    async writeNew(path, content) {
      // Stores without support for the condition would overwrite an existing file.
      if (await exists(path)) return false;
      return (await ask(async () => (await put(path, content, { IfNoneMatch: '*' }), true), [409, 412])) ?? false;
    },
    read: (path) =>
      ask(async () => {
        const { Body } = await client.send(new GetObjectCommand(at(path)));
        return await buffer(contentOf(Body));
      }),
    open: (path) =>
      ask(async () => {
        const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand(at(path)));
        return { size: ContentLength, content: contentOf(Body) };
      }),
    async respond(method, path, { range, ifRange, ifNoneMatch, ifModifiedSince }) {
      // Stores have no If-Range: a part of an earlier version is no use, the client then gets the whole of the present one.
      const isCurrent = range === undefined || ifRange === undefined || (await isVersion(path, ifRange));
      const command = {
        ...at(path),
        ...(range !== undefined && isCurrent && { Range: range }),
        ...(ifNoneMatch !== undefined && { IfNoneMatch: ifNoneMatch }),
        ...(ifModifiedSince !== undefined && { IfModifiedSince: dateOf(ifModifiedSince) }),
      };
      return await responseOf(
        async (): Promise<StoreResponse> =>
          method === 'HEAD'
            ? await client.send(new HeadObjectCommand(command))
            : await client.send(new GetObjectCommand(command)),
        ifNoneMatch,
      );
    },
    async move(from, to) {
      if (await copy(from, to)) await remove(from);
    },
    async removeOlder(folder, moment) {
      for await (const { path, usedAt } of list(folder)) if (usedAt < moment.getTime()) await remove(path);
    },
    close: () => client.destroy(),
  };
}

interface StoreResponse {
  readonly $metadata: { readonly httpStatusCode?: number };
  readonly ContentLength?: number | undefined;
  readonly LastModified?: Date | undefined;
  readonly Body?: unknown;
  readonly ETag?: string | undefined;
  readonly ContentType?: string | undefined;
  readonly ContentRange?: string | undefined;
}

/** The response of the store, for a client. */
async function responseOf(send: () => Promise<StoreResponse>, ifNoneMatch?: string): Promise<FileResponse> {
  let status = 404;
  let etag: string | undefined;
  const found = await ask(send, [304, 416], (refused, headers) => {
    status = refused;
    etag = headers?.['etag'];
  });
  // Some stores leave out the tag of a file that the client has.
  if (status === 304 && ifNoneMatch !== undefined && /^"[^"]*"$/.test(ifNoneMatch)) etag ??= ifNoneMatch;
  if (!found) return { status, headers: etag === undefined ? {} : { etag } };
  const headers: Record<string, string> = { 'accept-ranges': 'bytes' };
  for (const name of keysOf(passed)) {
    const value = found[name];
    if (value !== undefined) headers[passed[name]] = value;
  }
  if (found.ContentLength !== undefined) headers['content-length'] = String(found.ContentLength);
  if (found.LastModified) headers['last-modified'] = found.LastModified.toUTCString();
  return {
    status: found.$metadata.httpStatusCode ?? 200,
    headers,
    ...(found.Body !== undefined && { content: contentOf(found.Body) }),
  };
}

/** The content of an object: in Node.js, the AWS library reads it as a stream of Node.js. */
function contentOf(body: unknown): Readable {
  if (body instanceof Readable) return body;
  throw new Error('the store of files sent an object without content');
}

/** An error of the AWS library. */
interface StoreError extends Error {
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
}

/**
 * The response of the store; undefined for a missing file, or a status among `refusals`, which is passed to `refused`. Throws a
 * retriable error if the store is unavailable, and the store's own error for a forbidden request.
 */
async function ask<T>(
  send: () => Promise<T>,
  refusals: readonly number[] = [],
  refused?: (status: number, headers: Readonly<Record<string, string>> | undefined) => void,
): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { $metadata, $response, name }: StoreError = error;
    const status = $metadata?.httpStatusCode;
    const isMissing = status === 404 && name !== 'NoSuchBucket';
    if (isMissing || (status !== undefined && refusals.includes(status))) {
      refused?.(status, $response?.headers);
      return undefined;
    }
    if (status === undefined || status >= 500 || status === 429) {
      throw storageErrors.filesAway(undefined, { cause: error });
    }
    throw error;
  }
}

/** A date of a header; one that cannot be read is long past. */
function dateOf(text: string): Date {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
