import type { IncomingMessage } from 'node:http';
import { ClientGone } from '../../platform/execution/deadline.ts';
import { PlatformError, platformErrors } from '../../kernel/errors.ts';
import { errorMessage } from '../../kernel/thrown.ts';
import type { Budget } from './budgets.ts';
import { bodyFormat, type Format } from './formats.ts';
import { createJsonScanner } from './json-scan.ts';
import { readJson, type BodyContent } from './json.ts';
import { createXmlScanner, readXml } from './xml-input.ts';

/** Maximum number of bytes read of a rejected body. A client that has sent its whole body is sure to read the error. */
export const STILL_READ_BYTES = 4 * 2 ** 20;

/**
 * Bytes of a body that is cached in case its request is prepared again. It is within every caller's budget of values and keys.
 */
export const REPEATED_BYTES = 2 ** 14;

/** Options for reading bodies. */
interface BodyOptions {
  /** Tells a client with `Expect: 100-continue` to send the body. */
  readonly invite: () => void;
  /** Whether the error for a malformed body names the fault. */
  readonly developerMode: boolean;
  /** The format, which overrides the Content-Type; undefined: the Content-Type decides. */
  readonly format?: Format;
  /** Notified of the whole body. */
  readonly received?: ((bytes: Buffer) => void) | undefined;
}

/** The content of a request without a body. */
export const emptyBody: BodyContent = { value: undefined, large: new Set() };

/**
 * Reads and decodes the body of a request, a large one in slices. Throws 400 for a Content-Type that is not understood and a
 * malformed body, 413 for one that is over its budget.
 */
export async function readBody(request: IncomingMessage, budget: Budget, options: BodyOptions): Promise<BodyContent> {
  const announced = announcedBytes(request);
  if (announced === 0) return emptyBody;
  // As in the interface, the error for the type comes before the one for the size.
  if (Number.isFinite(announced) && announced > budget.bytes + STILL_READ_BYTES) {
    if (!options.format) bodyFormat(request.headers['content-type']);
    throw tooLarge(budget);
  }
  options.invite();
  try {
    const reader = lazyReader(request, budget, options.format);
    const bytes = await receive(request, budget, (chunk) => reader.look(chunk));
    options.received?.(bytes);
    return await reader.read(bytes);
  } catch (error) {
    if (error instanceof PlatformError || error instanceof ClientGone) throw error;
    if (!options.developerMode) throw platformErrors.decoding(undefined, { cause: error });
    throw new PlatformError('input', `Decoding error: ${errorMessage(error)}`, undefined, { cause: error });
  }
}

/** The announced length of the body in bytes; infinite for a chunked body. */
export function announcedBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  return Number(headers['content-length'] ?? 0);
}

/** Whether the client waits for `100 Continue` before it sends the body. */
export function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue';
}

/** Checks a body while it arrives (`look`), then parses it (`read`). */
interface Reader {
  look(chunk: Buffer): void;
  read(bytes: Buffer): Promise<BodyContent>;
}

/** The reader for a format, or else for the Content-Type. It is chosen with the first chunk: an empty body needs no type. */
function lazyReader({ headers }: IncomingMessage, budget: Budget, format: Format | undefined): Reader {
  let reader: Reader | undefined;
  return {
    look: (chunk) => (reader ??= readers[format ?? bodyFormat(headers['content-type'])](budget)).look(chunk),
    read: async (bytes) => (reader ? reader.read(bytes) : emptyBody),
  };
}

const readers: Readonly<Record<ReturnType<typeof bodyFormat>, (budget: Budget) => Reader>> = {
  json: (budget) => {
    const scanner = createJsonScanner(budget);
    return { look: scanner.push, read: (bytes) => readJson(bytes, scanner.end()) };
  },
  xml: (budget) => ({ look: createXmlScanner(budget), read: (bytes) => readXml(bytes, budget) }),
  none: () => ({ look: () => undefined, read: async () => emptyBody }),
};

/**
 * Receives a body. Throws the errors of `look`, and 413 for a body over its budget.
 *
 * A client that is still sending may not read the error. So up to `STILL_READ_BYTES` of a rejected body are read and discarded
 * before the error is thrown. If more is announced or arrives, the error is thrown at once; `sendEarly` sends it.
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
      if (error !== undefined) reject(error);
      else {
        const [first] = chunks;
        resolve(first && chunks.length === 1 ? first : Buffer.concat(chunks, length));
      }
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
          most = length + STILL_READ_BYTES;
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
