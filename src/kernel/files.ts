import type { Readable } from 'node:stream';
import type { Call } from './call.ts';

/** A file as it is handed out. */
export interface OpenedFile {
  /** Bytes. */
  readonly size: number;
  readonly content: Readable;
}

/** Conditions of a client for a file, as HTTP has them. */
interface FileConditions {
  readonly range?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
}

/** The answer of a store to a client: status 200, 206, 304, 404 or 416, with the headers that belong to it. */
export interface FileAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: Readable;
}

/**
 * Files that every process of an installation sees, by their path: `media/catalog/product/m/u/mug.png`. A file is there whole or
 * not at all. Throws a retriable error while the store is out of reach.
 */
export interface FileStore {
  /** The folder of the files; undefined where they lie in no folder of this machine. */
  readonly folder: string | undefined;
  /** Writes a file; one that is there is replaced. */
  write(path: string, content: Buffer): Promise<void>;
  /** Writes a file unless one is there; gives whether it was written. */
  writeNew(path: string, content: Buffer): Promise<boolean>;
  read(path: string): Promise<Buffer | undefined>;
  exists(path: string): Promise<boolean>;
  /** Opens a file for reading; undefined when it does not exist. */
  open(path: string): Promise<OpenedFile | undefined>;
  /** Answers a client that asks for a file; `method`: HEAD gives no content. */
  answer(method: string, path: string, conditions: FileConditions): Promise<FileAnswer>;
  /**
   * Moves a file; one at the new path is replaced. `twin`: path of a file with the same content, to share its bytes where the
   * store can. Does nothing when the file is not there (any more).
   */
  move(from: string, to: string, twin?: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  /** Removes the files directly below `folder` that were written before `moment`. */
  removeOlder(folder: string, moment: Date): Promise<void>;
  close(): void;
}

/** Whether something still refers to a file. */
export type IsFileUsed = (call: Call, file: string) => Promise<boolean>;

/** The files of an installation. */
export interface Files {
  readonly store: FileStore;
  /** The folders of media files, by their path, as `createMediaFiles` makes them. */
  readonly media: Map<string, IsFileUsed>;
}

/** Where files lie in an object store. */
export interface ObjectStoreAddress {
  readonly bucket: string;
  /** What keys begin with; with a slash at its end, or empty. */
  readonly prefix: string;
  readonly region: string;
  /** URL of a store that is not Amazon's. */
  readonly endpoint: string | undefined;
}
