import type { FileStore } from '../../kernel/files.ts';
import { takeUploads } from './uploads.ts';

/** Files that storefronts upload, as `call.services.upload`. */
interface UploadService {
  /** The store of the files. */
  readonly files: Pick<FileStore, 'write' | 'read' | 'remove' | 'removeOlder'>;
  /** Takes the caller's finished uploads of a purpose, each once; within a transaction. */
  readonly take: typeof takeUploads;
}

declare module '../../kernel/merged-types.ts' {
  interface Services {
    upload: UploadService;
  }
}

/** Creates the module's service. */
export function createUploadService(files: FileStore): UploadService {
  return { files, take: takeUploads };
}
