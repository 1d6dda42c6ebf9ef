import type { IncomingMessage } from 'node:http';
import { PlatformError, platformErrors } from '../kernel/errors.ts';
import type { Budget } from './budgets.ts';
import { bodyFormat } from './formats.ts';
import { createJsonScanner } from './json-scan.ts';
import { readJson, type Content } from './json.ts';
import { createXmlScanner, readXml } from './xml-input.ts';

/** Bytes that are still read of a body that is refused: a client that sends no more gets to see the error when it has done so. */
export const PATIENCE = 4 * 2 ** 20;

/** How bodies are read. */
export interface BodyOptions {
  /** Tells a client that asked before it sends the body (`Expect: 100-continue`) that it may. */
  readonly invite: () => void;
  /** Whether the error of a malformed body says what is wrong with it. */
  readonly developerMode: boolean;
}

/** What a request without a body has. */
export const noContent: Content = { value: undefined, large: new Set() };

/**
 * Reads and decodes the body of a request, a large one in slices. Throws 400 for a Content-Type that is not understood and a
 * malformed body, 413 for one that is over its budget.
 */
export async function readBody(request: IncomingMessage, budget: Budget, options: BodyOptions): Promise<Content> {
  const announced = announcedBytes(request);
  if (announced === 0) return noContent;
  // An unknown type is told before an unknown size.
  if (Number.isFinite(announced) && announced > budget.bytes + PATIENCE) {
    bodyFormat(request.headers['content-type']);
    throw tooLarge(budget);
  }
  options.invite();
  try {
    const reader = lazyReader(request, budget);
    return await reader.read(await receive(request, budget, (chunk) => reader.look(chunk)));
  } catch (error) {
    if (error instanceof PlatformError || error instanceof ClientGone) throw error;
    if (!options.developerMode) throw platformErrors.decoding(undefined, { cause: error });
    throw new PlatformError('input', `Decoding error: ${(error as Error).message}`, undefined, { cause: error });
  }
}

/** Bytes of the body that a request announces; infinite where it tells none. */
export function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

/** Whether the client waits to be told that it may send the body. */
export function asksFirst({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/** Looks at a body while it arrives, then reads it. */
interface Reader {
  look(chunk: Buffer): void;
  read(bytes: Buffer): Promise<Content>;
}

/** The reader for a request's Content-Type, which only a body has to have. */
function lazyReader({ headers }: IncomingMessage, budget: Budget): Reader {
  let reader: Reader | undefined;
  return {
    look: (chunk) => (reader ??= readers[bodyFormat(headers['content-type'])](budget)).look(chunk),
    read: async (bytes) => (reader ? reader.read(bytes) : noContent),
  };
}

const readers: Readonly<Record<ReturnType<typeof bodyFormat>, (budget: Budget) => Reader>> = {
  json: (budget) => {
    const scanner = createJsonScanner(budget);
    return { look: scanner.push, read: (bytes) => readJson(bytes, scanner.end()) };
  },
  xml: (budget) => ({ look: createXmlScanner(budget), read: (bytes) => readXml(bytes, budget) }),
  none: () => ({ look: () => undefined, read: async () => noContent }),
};

/**
 * The bytes of a body. What `look` throws, or a body that is larger than its budget, is told when the client has sent all where
 * little is left of it, else at once: nothing more is read of it then than an answer needs to arrive (`sendEarly`).
 */
function receive(request: IncomingMessage, budget: Budget, look: (chunk: Buffer) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    let most = Infinity;
    let refusal: unknown;
    const announced = announcedBytes(request);
    const end = (error: unknown): void => {
      request.off('data', take).off('end', finish).off('error', end).off('aborted', abort);
      if (error !== undefined) reject(error as Error);
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (refusal === undefined) {
        try {
          if (length > budget.bytes) throw tooLarge(budget);
          look(chunk);
          chunks.push(chunk);
        } catch (error) {
          refusal = error;
          chunks = [];
          most = length + PATIENCE;
          if (Number.isFinite(announced) && announced > most) end(refusal);
        }
      }
      if (length > most) end(refusal);
    };
    const finish = (): void => end(refusal);
    const abort = (): void => end(new ClientGone());
    request.on('data', take).on('end', finish).on('error', end).on('aborted', abort);
  });
}

function tooLarge({ bytes }: Budget): Error {
  return platformErrors.bodySize({ max: bytes });
}

/** The client closed the connection before it had sent its request. */
export class ClientGone extends Error {}
