import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import runtime from '../../packages/node/package.json' with { type: 'json' };
import { lockedPackages } from '../../scripts/locked-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What `npm pack` says that it packs. */
interface Packed {
  readonly files: readonly { readonly path: string }[];
}

const source = join(root, 'packages/souk');
const npm = (...args: string[]): string => execFileSync('npm', args, { cwd: source, encoding: 'utf8' });

/** A program of this machine, not one that npm has installed. */
const program = (name: string): string =>
  process.env
    .PATH!.split(delimiter)
    .filter((place) => !place.includes('node_modules'))
    .map((place) => join(place, name))
    .find(existsSync)!;

/** The size of the files in a folder, in bytes. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

describe('the package', () => {
  let folder: string;
  let modules: string;
  let installed: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'souk-package-'));
    modules = join(folder, 'node_modules');
    installed = join(modules, 'souk');
    mkdirSync(installed, { recursive: true });
    // As whoever publishes it: built first.
    npm('run', 'prepack');
    const [{ files }] = JSON.parse(npm('pack', '--ignore-scripts', '--dry-run', '--json')) as [Packed];
    for (const { path } of files) cpSync(join(source, path), join(installed, path));
    // Its dependencies lie beside it, as npm installs them, without those of the build.
    for (const path of lockedPackages('packages/souk').keys()) {
      const isNested = path.lastIndexOf('node_modules/') > 0;
      if (isNested || !existsSync(join(root, path))) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(join(root, path), join(folder, path));
    }
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('may be published, and holds the built program, its licence and its README, and no sources', () => {
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty('private');
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json']);
    expect(readdirSync(join(installed, 'dist')).sort()).toEqual(['console', 'docs', 'libraries', 'souk.mjs']);
  });

  test('takes less than 40 MB with its libraries, without the pinned Node.js', () => {
    const paths = [...lockedPackages('packages/souk').keys()].filter(
      (path) => !(path.slice('node_modules/'.length) in runtime.optionalDependencies) && existsSync(join(root, path)),
    );
    expect(paths).toContain('node_modules/@node-rs/argon2');
    // The library of images is an optional part.
    const isOfImages = (path: string): boolean => /^node_modules\/(?:sharp$|@img\/)/.test(path);
    const megabytes = (folders: readonly string[]): number =>
      folders.reduce((sum, folder) => sum + sizeOf(folder), 0) / 1e6;
    const inRoot = (path: string): string => join(root, path);
    expect(megabytes([installed, ...paths.filter((path) => !isOfImages(path)).map(inRoot)])).toBeLessThan(40);
    expect(paths.filter(isOfImages)).toContain('node_modules/sharp');
    expect(megabytes(paths.filter(isOfImages).map(inRoot))).toBeLessThan(22);
  });

  test('installs its database from an empty folder, on the Node.js of the system or the pinned one', () => {
    const tools = join(folder, 'tools');
    mkdirSync(tools);
    for (const tool of ['sh', 'readlink', 'dirname', 'node']) {
      symlinkSync(program(tool), join(tools, tool));
    }
    const env = { PATH: tools, SOUK_VAR: join(folder, 'var'), SOUK_ADMIN_PASSWORD: 'Admin123!' };
    execFileSync(join(installed, 'bin', 'souk'), ['setup'], { cwd: folder, env });
    expect(readdirSync(join(folder, 'var'))).toContain('souk.db');
  });

  test('loads no library at its start that seldom a server needs, nor Node.js its own client of HTTP', () => {
    const hook = join(folder, 'loaded.mjs');
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module';
       const asked = [];
       registerHooks({ resolve: (name, from, next) => (from.parentURL?.endsWith('/souk.mjs') && asked.push(name), next(name, from)) });
       process.on('exit', () => console.log(JSON.stringify({ asked, client: Symbol.for('undici.globalDispatcher.1') in globalThis })));`,
    );
    const args = ['--import', hook, join(installed, 'bin', 'souk.mjs'), '--version'];
    const { asked, client } = JSON.parse(
      execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n').at(-1)!,
    ) as { asked: string[]; client: boolean };
    const libraries = asked.filter((name) => !isBuiltin(name));
    expect(new Set(libraries)).toEqual(
      new Set(['../dist/souk.mjs', '@node-rs/argon2', './libraries/better-sqlite3/lib/index.js']),
    );
    expect(client).toBe(false);
  });

  test('serves by the program that npm links, with no program but node, and ends with it', async () => {
    const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as { bin: { souk: string } };
    mkdirSync(join(modules, '.bin'));
    symlinkSync(join('..', 'souk', bin.souk), join(modules, '.bin', 'souk'));
    mkdirSync(join(folder, 'node'));
    symlinkSync(program('node'), join(folder, 'node', 'node'));
    // As shells start it: by the program that its first line names.
    const env = {
      PATH: join(folder, 'node'),
      PORT: '0',
      SOUK_VAR: join(folder, 'served'),
      SOUK_DEVELOPER_MODE: '1',
    };
    const server = spawn('/usr/bin/env', ['node', join(modules, '.bin', 'souk'), 'serve'], { cwd: folder, env });
    try {
      let seen = '';
      const base = await new Promise<string>((done, failed) => {
        server.stdout.on('data', (data: Buffer) => {
          seen += data.toString();
          const address = /(http:\/\/[\d.:]+)\/rest\/V1/.exec(seen)?.[1];
          if (address) done(address);
        });
        server.stderr.on('data', (data: Buffer) => (seen += data.toString()));
        server.once('exit', () => failed(new Error(seen)));
      });
      // What reads files of packages: pages, fonts, pictures.
      for (const path of ['/', '/swagger', '/console', '/graphql/explorer', '/health/ready']) {
        expect((await fetch(base + path)).status, path).toBe(200);
      }
      const captcha = await fetch(`${base}/captcha/refresh`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"formId": "user_login"}',
      });
      expect(await captcha.json()).toEqual({ imgSrc: expect.stringContaining('data:image/png') as string });
      server.kill('SIGTERM');
      await once(server, 'exit');
      await expect(fetch(`${base}/health/live`)).rejects.toThrow('fetch failed');
    } finally {
      server.kill('SIGKILL');
    }
  });
});
