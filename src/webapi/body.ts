import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { PlatformError, platformErrors } from '../kernel/errors.ts';
import { bodyFormat } from './formats.ts';
import { readJson } from './json.ts';
import { readXml } from './xml-input.ts';

/** How bodies are read. */
export interface BodyOptions {
  /** Largest body in bytes. */
  readonly maxBytes: number;
  /** Whether the error of a malformed body says what is wrong with it. */
  readonly developerMode: boolean;
}

/**
 * Reads and decodes the body of a request. Undefined for none. Throws 400 for a Content-Type that is not understood and a
 * malformed body, 413 for one that is too large.
 */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<unknown> {
  const bytes = await readBytes(request, options.maxBytes);
  if (bytes.length === 0) return undefined;
  const format = bodyFormat(request.headers['content-type']);
  if (format === 'none') return undefined;
  try {
    return format === 'json' ? readJson(bytes) : readXml(readUtf8(bytes));
  } catch (error) {
    if (!options.developerMode) throw platformErrors.decoding(undefined, { cause: error });
    throw new PlatformError('input', `Decoding error: ${(error as Error).message}`, undefined, { cause: error });
  }
}

function readUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('Malformed UTF-8 characters');
  return bytes.toString('utf8');
}

/** How many times the limit is read and dropped of a body that is too large, so that the client gets to see the error. */
const PATIENCE = 4;

function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { headers } = request;
  const announced = Number(headers['content-length'] ?? 0);
  if (headers['transfer-encoding'] === undefined && announced === 0) return Promise.resolve(Buffer.alloc(0));
  if (announced > maxBytes * PATIENCE) return Promise.reject(tooLarge(maxBytes));
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const end = (error: Error | undefined): void => {
      request.off('data', take).off('end', finish).off('error', end).off('aborted', abort);
      if (error) reject(error);
      else if (length > maxBytes) reject(tooLarge(maxBytes));
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks = [];
      if (length > maxBytes * PATIENCE) end(tooLarge(maxBytes));
    };
    const finish = (): void => end(undefined);
    const abort = (): void => end(new ClientGone());
    request.on('data', take).on('end', finish).on('error', end).on('aborted', abort);
  });
}

function tooLarge(max: number): Error {
  return platformErrors.bodySize({ max });
}

/** The client closed the connection before it had sent its request. */
export class ClientGone extends Error {}
