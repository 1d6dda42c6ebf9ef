import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { FileConditions, FileFacts, FileResponse, FileStore } from '../../kernel/files.ts';
import type { Platform } from '../../kernel/platform.ts';
import { errorMessage } from '../../kernel/thrown.ts';
import { addressKey } from '../../platform/limits/address.ts';
import { spend, standingOf, type RateLimit } from '../../platform/limits/bucket.ts';
import { RecentMap } from '../../storage/recent-map.ts';
import { loadPictureMaker, LONGEST_WORK, type PictureMaker } from './draw.ts';
import type { PictureFormat, PictureRequest } from './picture-request.ts';
import { createStoredPictures, type StoredPictures } from './stored-pictures.ts';

/** A file that is served as it is, or as pictures that are made of it. */
export interface Original {
  /** Below the folder of files: `media/catalog/product/m/u/mug.png`. */
  readonly path: string;
  facts(): Promise<FileFacts | undefined>;
  read(): Promise<Buffer | undefined>;
  respond(method: string, conditions: FileConditions): Promise<FileResponse>;
}

/** A request for a picture. */
interface PictureCall {
  readonly original: Original;
  readonly request: PictureRequest;
  readonly method: string;
  readonly conditions: FileConditions;
  /** Network address of the client. */
  readonly address: string;
}

/** The response to a request for a picture. */
interface PictureResponse extends FileResponse {
  /** Whether the original stands in for a picture that could not be made now. */
  readonly isSubstitute?: true;
}

/** The pictures of a process. */
interface Pictures {
  respond(call: PictureCall): Promise<PictureResponse>;
  /** Waits for work in the background. */
  close(): Promise<void>;
}

/** Largest original of which pictures are made, in bytes. */
const MOST_BYTES = 64_000_000;
/** Pictures that are made at once: each takes a thread of the four that Node.js has for files, hashes and names too. */
const MOST_AT_ONCE = Math.min(2, Math.ceil(availableParallelism() / 2));
/** Pictures that wait; beyond, the originals are served. */
const MOST_WAITING = 64;
/** Work for one network address, in milliseconds of CPU: half a minute at once, and ten seconds a minute on average. */
const WORK: RateLimit = { limit: 30_000, window: 180_000 };
const MOST_ADDRESSES = 10_000;
/** Work for an original that cannot be read, in milliseconds. */
const FAILED_WORK = 50;
/** Stored in place of a picture where the original is the answer. */
const NO_PICTURE = Buffer.from('-');

const extensions: Readonly<Record<PictureFormat, string>> = { jpeg: 'jpg', png: 'png', webp: 'webp', avif: 'avif' };
/** The format of pictures whose address asks for none, by the extension of the original. */
const ownFormats: Readonly<Record<string, PictureFormat>> = {
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  gif: 'png',
  webp: 'webp',
  avif: 'avif',
};

/** Whether pictures can be made of a file, by its extension. */
export function isPicture(path: string): boolean {
  return formatOf(path) !== undefined;
}

function formatOf(path: string): PictureFormat | undefined {
  return ownFormats[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
}

/** Makes pictures on demand and stores them within `limit` bytes. */
export function createPictures(store: FileStore, limit: number, log: Platform['log']): Pictures {
  const failed = (error: unknown): void => log.warn({ err: error }, 'pictures could not be stored');
  const stored = createStoredPictures(store, limit, failed);
  const make = createPictureQueue(stored, log);

  /** The stored picture, or the original in its place; undefined when it is missing. */
  async function find(path: string, { original, method, conditions }: PictureCall): Promise<FileResponse | undefined> {
    const response = await store.respond(method, path, conditions);
    if (response.status === 404) return undefined;
    stored.use(path);
    const { content } = response;
    const size = response.status === 416 ? (await store.facts(path))?.size : sizeOf(response);
    if (size !== NO_PICTURE.length) return response;
    if (content && !Buffer.isBuffer(content)) content.destroy();
    return await original.respond(method, conditions);
  }

  return {
    async respond(call) {
      const { original, request, method, conditions } = call;
      const facts = await original.facts();
      const format = request.format ?? formatOf(original.path);
      if (!facts || !format || facts.size > MOST_BYTES) return await original.respond(method, conditions);
      const path = stored.pathOf(keyOf(original.path, facts, request), extensions[format]);
      const found = await find(path, call);
      if (found) return found;
      const made = (await make(path, format, call)) ? await find(path, call) : undefined;
      return made ?? { ...(await original.respond(method, conditions)), isSubstitute: true };
    },
    close: () => stored.settled(),
  };
}

/** The size of the whole file of a response, in bytes. */
function sizeOf({ headers }: FileResponse): number {
  return Number(headers['content-range']?.split('/')[1] ?? headers['content-length']);
}

/** The key of a picture: it differs after each change of the original. */
function keyOf(path: string, { etag, size }: FileFacts, request: PictureRequest): string {
  const { width, height, fit, isEnlarged, format, quality } = request;
  const parts = [path, etag, size, width, height, fit, isEnlarged, format, quality];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
}

/** Makes a picture; false when it cannot be made now. */
type MakePicture = (path: string, format: PictureFormat, call: PictureCall) => Promise<boolean>;

/** Makes each picture once, however many ask for it, a few at once, and not too many for one network address. */
function createPictureQueue(stored: StoredPictures, log: Platform['log']): MakePicture {
  const pending = new Map<string, Promise<boolean>>();
  const spent = new RecentMap<number>(MOST_ADDRESSES);
  const waiting: (() => void)[] = [];
  let working = 0;
  let maker: Promise<PictureMaker | undefined> | undefined;

  async function load(): Promise<PictureMaker | undefined> {
    const loaded = await loadPictureMaker();
    if (!loaded) log.warn('the library of images (sharp) is not installed: pictures are served in their original size');
    return loaded;
  }

  function charge(address: string, work: number): void {
    spent.set(address, spend(WORK, spent.get(address) ?? 0, Date.now(), Math.ceil(work)));
  }

  async function makeOne(path: string, format: PictureFormat, call: PictureCall): Promise<boolean> {
    const { original, request } = call;
    const address = addressKey(call.address);
    const library = await (maker ??= load());
    const content = library && (await original.read());
    if (!content) return false;
    let picture: Buffer | undefined;
    try {
      const made = await library.make(content, request, format);
      charge(address, made.work);
      picture = made.picture;
    } catch (error) {
      // A busy machine may have time later; other faults are those of the file.
      const isLate = errorMessage(error).includes('timeout');
      charge(address, isLate ? LONGEST_WORK * 1000 : FAILED_WORK);
      log.info({ path: original.path, reason: errorMessage(error) }, 'no picture can be made of a file');
      if (isLate) return false;
    }
    await stored.write(path, picture ?? NO_PICTURE);
    return true;
  }

  async function inTurn(work: () => Promise<boolean>): Promise<boolean> {
    if (working >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else working += 1;
    try {
      return await work();
    } catch (error) {
      log.warn({ err: error }, 'a picture could not be made');
      return false;
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    }
  }

  return (path, format, call) => {
    const running = pending.get(path);
    if (running) return running;
    const address = addressKey(call.address);
    const isOver = standingOf(WORK, spent.get(address) ?? 0, Date.now(), 1).wait > 0;
    if (isOver || waiting.length >= MOST_WAITING) return Promise.resolve(false);
    const made = inTurn(() => makeOne(path, format, call)).finally(() => pending.delete(path));
    pending.set(path, made);
    return made;
  };
}
