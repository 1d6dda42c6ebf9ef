import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import runtime from '../../packages/node/package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));

test('the lock file limits the pinned Node.js to systems with an older one', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly engines?: unknown }>>;
  };
  for (const name of Object.keys(runtime.optionalDependencies)) {
    const path = `node_modules/${name}`;
    const remedy = `add "engines": ${JSON.stringify(runtime.engines)} to ${path} in package-lock.json, which npm ci reads`;
    expect(packages[path]?.engines, remedy).toEqual(runtime.engines);
  }
});

describe.skipIf(process.platform === 'win32')('the programs of bin', () => {
  const folder = mkdtempSync(join(tmpdir(), 'souk-runtime-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a program that runs this Node.js under another version number. */
  const writeNode = (path: string, version: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const hook = `data:text/javascript,${encodeURIComponent(versions)}`;
    const number = `[ "$1" = --version ] && echo 'v${version}' && exit`;
    writeFileSync(path, `#!/bin/sh\n${number}\nexec '${process.execPath}' --import "${hook}" "$@"\n`);
    chmodSync(path, 0o755);
  };

  /** Installs a program that prints the version of its Node.js, on a system with Node.js `own`; returns how to run it. */
  const install = (own: string, pinned?: string): ((command: 'souk' | 'start.mjs') => [number | null, string]) => {
    const home = mkdtempSync(join(folder, 'home-'));
    const souk = join(home, 'node_modules/souk');
    cpSync(join(root, 'bin'), join(souk, 'bin'), { recursive: true });
    mkdirSync(join(souk, 'dist'));
    writeFileSync(join(souk, 'dist/souk.mjs'), 'console.log(process.versions.node);');
    const system = join(home, 'system/node');
    writeNode(system, own);
    if (pinned !== undefined) {
      for (const name of ['@souk/node', `node-${process.platform}-${process.arch}`]) {
        mkdirSync(join(home, 'node_modules', name), { recursive: true });
        writeFileSync(join(home, 'node_modules', name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
      }
      writeNode(join(home, `node_modules/node-${process.platform}-${process.arch}/bin/node`), pinned);
    }
    const env = { PATH: `${join(home, 'system')}:/usr/bin:/bin` };
    return (command) => {
      const path = join(souk, 'bin', command);
      const { status, stdout, stderr } =
        command === 'souk'
          ? spawnSync(path, [], { env, encoding: 'utf8' })
          : spawnSync(system, [path], { env: { ...env, NODE_OPTIONS: '' }, encoding: 'utf8' });
      return [status, (stdout + stderr).trim()];
    };
  };

  test.each(['souk', 'start.mjs'] as const)('%s runs on the Node.js of the system where that is new enough', (name) => {
    // start.mjs starts the real program of the system, whose version is none of these.
    expect(install('24.0.0', '20.99.1')(name)).toEqual([0, expect.not.stringContaining('20.99.1')]);
    expect(install('22.18.0', '20.99.1')(name)).toEqual([0, '20.99.1']);
    expect(install('20.19.0', '20.99.1')(name)).toEqual([0, '20.99.1']);
    expect(install('22.18.0')(name)[0]).toBe(0);
    expect(install('22.17.1')(name)).toEqual([1, expect.stringContaining('souk needs Node.js 22.18 or newer')]);
    expect(install('20.19.0')(name)).toEqual([1, expect.stringContaining('souk needs Node.js 22.18 or newer')]);
  });
});
