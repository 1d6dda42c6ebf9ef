import type { Readable } from 'node:stream';
import type { Call } from './call.ts';

/** A file that is open for reading. */
export interface OpenedFile {
  /** In bytes. */
  readonly size: number;
  readonly content: Readable;
}

/** Conditional headers of a client's request for a file. */
export interface FileConditions {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly ifModifiedSince?: string | undefined;
}

/** The response of a store to a client: status 200, 206, 304, 404 or 416, with the headers that belong to it. */
export interface FileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: Readable | Buffer;
}

/** The state of a file. */
export interface FileFacts {
  /** In bytes. */
  readonly size: number;
  /** A strong entity tag, with its quotes: differs after each change of the content. */
  readonly etag: string;
}

/** A file in a list. */
export interface ListedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Time of its creation or of the last `touch`, in milliseconds. */
  readonly usedAt: number;
}

/** A file that is part of the program, such as the picture of products that have none. */
export interface BuiltInFile {
  readonly facts: () => Promise<FileFacts>;
  readonly content: () => Promise<Buffer>;
}

/**
 * Files shared by all processes of an installation, by path: `media/catalog/product/m/u/mug.png`. Files appear atomically.
 * Throws a retryable error while the store is not available.
 */
export interface FileStore {
  /** The folder of the files; undefined when they are not on this machine. */
  readonly folder: string | undefined;
  /** Writes a file; replaces an existing one. */
  write(path: string, content: Buffer): Promise<void>;
  /** Writes a file unless it exists; returns whether it was written. */
  writeNew(path: string, content: Buffer): Promise<boolean>;
  read(path: string): Promise<Buffer | undefined>;
  exists(path: string): Promise<boolean>;
  /** The state of a file; undefined when it does not exist. */
  facts(path: string): Promise<FileFacts | undefined>;
  /** Opens a file for reading; undefined when it does not exist. */
  open(path: string): Promise<OpenedFile | undefined>;
  /** The response to a client's request for a file; `method`: HEAD has no content. */
  respond(method: string, path: string, conditions: FileConditions): Promise<FileResponse>;
  /**
   * Moves a file; replaces one at the new path. `twin`: path of a file with the same content, to share its bytes if the store
   * can. Does nothing when the file is missing.
   */
  move(from: string, to: string, twin?: string): Promise<void>;
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>;
  /** Records that a file was used now, without a change of its entity tag; does nothing when it is missing. */
  touch(path: string): Promise<void>;
  /** Lists all files below `folder`, in any order. */
  list(folder: string): AsyncIterable<ListedFile>;
  /** Removes the files directly below `folder` that were written before `moment`. */
  removeOlder(folder: string, moment: Date): Promise<void>;
  close(): void;
}

/** Whether something still refers to a file. */
export type IsFileUsed = (call: Call, file: string) => Promise<boolean>;

/** The files of an installation. */
export interface Files {
  readonly store: FileStore;
  /** Reference checks of media files, by folder, as `createMediaFiles` makes them. */
  readonly media: Map<string, IsFileUsed>;
  /** Files of the program that `/media` serves beside those of the store, by path: `media/catalog/product/placeholder/a.png`. */
  readonly builtIn: Map<string, BuiltInFile>;
}

/** The location of files in an object store. */
export interface ObjectStoreAddress {
  readonly bucket: string;
  /** Prefix of keys; ends with a slash, or empty. */
  readonly prefix: string;
  readonly region: string;
  /** URL of a store that is not Amazon's. */
  readonly endpoint: string | undefined;
}
