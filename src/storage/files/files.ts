import type { Files, FileStore, ObjectStoreAddress } from '../../kernel/files.ts';
import { folderFiles } from './folder.ts';
import { s3Files } from './object-store.ts';

/** Opens the files of an installation: in an object store, or below `varFolder`. Nothing is connected before the first use. */
export function openFiles(address: ObjectStoreAddress | undefined, varFolder: string): Files {
  return { store: address ? objectStore(address) : folderFiles(varFolder), media: new Map(), builtIn: new Map() };
}

/** A store of objects that is opened when it is first used. */
function objectStore(address: ObjectStoreAddress): FileStore {
  let opened: Promise<FileStore> | undefined;
  const store = (): Promise<FileStore> => (opened ??= s3Files(address));
  return {
    folder: undefined,
    write: async (path, content) => (await store()).write(path, content),
    writeNew: async (path, content) => (await store()).writeNew(path, content),
    read: async (path) => (await store()).read(path),
    exists: async (path) => (await store()).exists(path),
    facts: async (path) => (await store()).facts(path),
    open: async (path) => (await store()).open(path),
    respond: async (method, path, conditions) => (await store()).respond(method, path, conditions),
    move: async (from, to) => (await store()).move(from, to),
    remove: async (path) => (await store()).remove(path),
    touch: async (path) => (await store()).touch(path),
    async *list(folder) {
      yield* (await store()).list(folder);
    },
    removeOlder: async (folder, moment) => (await store()).removeOlder(folder, moment),
    close: () => void opened?.then((one) => one.close()),
  };
}
