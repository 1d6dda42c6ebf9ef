import { createRequire } from 'node:module';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { freePort } from './proxy.ts';

/** What of s3rver is used; it has no types. */
interface S3Server {
  run(): Promise<unknown>;
  close(): Promise<void>;
  allowMismatchedSignatures: boolean;
  readonly middleware: ((
    context: { readonly method: string; readonly path: string },
    next: () => Promise<void>,
  ) => Promise<void>)[];
}
type S3rver = new (options: Readonly<Record<string, unknown>>) => S3Server;
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as S3rver;

/** A server that speaks S3 and checks signatures, on files of its own. */
export interface ObjectStore {
  /** For SOUK_MEDIA_URL. */
  readonly url: string;
  /** The credentials that it knows, as environment variables. */
  readonly env: { readonly AWS_ACCESS_KEY_ID: string; readonly AWS_SECRET_ACCESS_KEY: string };
  /** The keys of all objects, in order, without the prefix. */
  keys(): string[];
  /** Stops answering; the objects stay. */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const BUCKET = 'shop';
const PREFIX = 'files/';

/** The server removes folders that it has found empty with all that others have put into them meanwhile. */
function keepFolder(folder: string): void {
  if (existsSync(folder)) writeFileSync(join(folder, '.kept'), '');
}

export async function startObjectStore(): Promise<ObjectStore> {
  const directory = mkdtempSync(join(tmpdir(), 'souk-objects-'));
  mkdirSync(join(directory, BUCKET));
  const port = await freePort();
  let server: S3Server | undefined;
  const store: ObjectStore = {
    url: `s3://${BUCKET}/${PREFIX}?region=eu-central-1&endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    env: { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' },
    keys() {
      const root = join(directory, BUCKET, PREFIX);
      const mark = '._S3rver_object';
      return readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.name.endsWith(mark))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).slice(0, -mark.length))
        .sort();
    },
    async start() {
      server = new S3rver({ address: '127.0.0.1', port, silent: true, directory, vhostBuckets: false });
      const running = server;
      // It leaves out the slash behind the bucket's name that the client has signed, so lists cannot be checked.
      running.middleware.unshift((context, next) => {
        running.allowMismatchedSignatures = context.path === `/${BUCKET}/`;
        if (context.method === 'DELETE') keepFolder(join(directory, dirname(decodeURIComponent(context.path))));
        return next();
      });
      await running.run();
    },
    async stop() {
      await server?.close();
      server = undefined;
    },
    async remove() {
      await store.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await store.start();
  return store;
}
