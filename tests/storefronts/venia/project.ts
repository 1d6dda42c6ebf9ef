import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../../support/souk.ts';
import { packages, unpacked, type Published } from '../published.ts';

const run = promisify(execFile);

/** The storefront's project, the template that its makers publish for shops. */
const template: Published = {
  name: '@magento/venia-concept',
  version: '14.5.1',
  integrity: 'l5LXVrJy/Qe2y+fCM2GUbaJQVTTlgek4jhV9EkPBLIjvP2O3fiwTBsqJSaLB2t79cOGncme4KL8gPA/KpZYo3A==',
};

/** The registry's state of this day decides the versions of the other packages. */
const before = '2026-11-27';

/** Tools of development that a build does not use. */
const tools = /storybook|eslint|jest|^prettier$|dev-server|bundle-analyzer|^@types|subscriptions-transport/;

/** Dependencies of the template that the registry does not have in that version, with the one to take instead, if any. */
const unpublished: Readonly<Record<string, string | undefined>> = {
  '@adobe/magento-storefront-events-sdk': undefined,
  '@magento/experience-platform-connector': undefined,
  '@magento/upward-security-headers': '1.1.20',
};

/** Packages that a shop adds: the payment by check, and a style tool that the template uses but does not name. */
const additions = { '@magento/venia-sample-payments-checkmo': '0.0.13', autoprefixer: '10.7.0' };

/** A project of the storefront in a temporary folder, with its packages. */
export interface Project {
  /** Builds the storefront for the shop at `backend`, and serves it by its own server; the address. */
  serve(backend: string): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a project of the published template and packages, without their scripts; none of them is changed. */
export async function newProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'souk-venia-'));
  const source = unpacked(template);
  for (const name of ['src', 'template.html', 'upward.yml', 'local-intercept.js', 'webpack.config.js']) copy(name);
  for (const name of ['tailwind.config.js', 'postcss.config.js']) copy(name);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest(source)));
  // As the template's own generator writes it.
  writeFileSync(join(folder, 'babel.config.js'), "module.exports = { presets: ['@magento/peregrine'] };\n");
  const options = ['--ignore-scripts', '--legacy-peer-deps', '--omit=optional', '--no-audit', '--no-fund', '--silent'];
  await run('npm', ['install', `--before=${before}`, ...options], { cwd: folder });
  checkDigests(folder);
  let server: ChildProcess | undefined;
  return {
    async serve(backend) {
      const env = environment(backend);
      await run(
        process.execPath,
        [bin(folder, 'webpack-cli/bin/cli.js'), '--no-progress', '--env.mode', 'production'],
        {
          cwd: folder,
          env: { ...env, NODE_OPTIONS: '--openssl-legacy-provider', DISABLE_V8_COMPILE_CACHE: '1' },
          maxBuffer: 64 * 1024 * 1024,
        },
      );
      const port = await freePort();
      server = spawn(process.execPath, [bin(folder, '@magento/pwa-buildpack/bin/buildpack'), 'serve', '.'], {
        cwd: folder,
        env: { ...env, PORT: String(port) },
        stdio: 'ignore',
      });
      const base = `http://127.0.0.1:${port}`;
      await until(() =>
        fetch(base)
          .then((response) => response.ok)
          .catch(() => false),
      );
      return base;
    },
    async remove() {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };

  function copy(name: string): void {
    cpSync(join(source, name), join(folder, name), { recursive: true });
  }
}

const bin = (folder: string, file: string): string => join(folder, 'node_modules', file);

/** The template's own list of packages, without tools. */
function manifest(source: string): object {
  const { dependencies, devDependencies, ...rest } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const all: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };
  const wanted = Object.entries(all).flatMap(([name, version]) => {
    const published = name in unpublished ? unpublished[name] : version;
    return published === undefined || tools.test(name) ? [] : [[name, published]];
  });
  const pinned = packages.map(({ name, version }) => [name, version]);
  return {
    name: 'venia',
    version: '0.0.1',
    private: true,
    main: rest.main,
    browser: rest.browser,
    module: rest.module,
    'pwa-studio': rest['pwa-studio'],
    dependencies: { ...Object.fromEntries([...wanted, ...pinned]), ...additions },
  };
}

/** Compares the digests of the storefront's packages with the reviewed ones. */
function checkDigests(folder: string): void {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  for (const { name, version, integrity } of packages) {
    const found: string = lock.packages[`node_modules/${name}`].integrity;
    if (found !== `sha512-${integrity}`) throw new Error(`${name} ${version} has another digest: ${found}`);
  }
}

/** The settings of the storefront (docs/storefronts.md). */
function environment(backend: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    MAGENTO_BACKEND_URL: `${backend}/`,
    MAGENTO_BACKEND_EDITION: 'AC',
    IMAGE_OPTIMIZING_ORIGIN: 'backend',
    // A build must have a key of this provider of payments; the journey does not use it.
    CHECKOUT_BRAINTREE_TOKEN: 'sandbox_8yrzsvtm_s2bg8fs563crhqzk',
    // Keeps the attributes by which the storefront's own tests find elements.
    BABEL_KEEP_ATTRIBUTES: 'true',
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

async function ended(server: ChildProcess | undefined): Promise<void> {
  if (!server || server.exitCode !== null) return;
  const end = new Promise((resolve) => server.once('exit', resolve));
  server.kill();
  await end;
}
