import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import souk from '../../packages/souk/package.json' with { type: 'json' };
import { startSouk, type TestServer } from '../../packages/kit/src/testing.ts';
import { readPdf } from '../support/pdf.ts';
import { additions, checkout, feeRoute, reader } from './published-sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'souk-published-'));
const packed = join(folder, 'packed');
const made = join(folder, 'loyalty');

/** Milliseconds after which a test counts as hanging: it installs packages, compiles and runs tests. */
const HANGS = 900_000;
/** Milliseconds of a step, and of an attempt to install packages. */
const STEP = 300_000;
const ATTEMPT = 120_000;
/** Attempts to install. Each finds in npm's cache what the attempts before it fetched. */
const ATTEMPTS = 3;
/** Settings with which npm fails within minutes when the registry stops responding. By default, it waits a quarter of an hour. */
const impatience = { npm_config_fetch_timeout: '30000', npm_config_fetch_retries: '2' };

/** Runs a program to its end, with the Node.js of this process as `node`; returns its output. */
const run = async (cwd: string, command: string, ...args: string[]): Promise<string> =>
  runWithin(STEP, cwd, command, args);

/** As `run`, for at most some milliseconds. */
async function runWithin(timeout: number, cwd: string, command: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  // The tests of the module take SQLite and the standard settings; the certificates of the machine's network stay. npm looks for
  // its global settings beside the Node.js that runs it, so they are named.
  const isLeftOut = (name: string): boolean =>
    /^(SOUK_|DATABASE_URL|NODE_(?!EXTRA_CA_CERTS$)|npm_(?!config_(globalconfig|cafile)$))/.test(name);
  for (const name of Object.keys(env).filter(isLeftOut)) {
    Reflect.deleteProperty(env, name);
  }
  Object.assign(env, impatience);
  try {
    return (await promisify(execFile)(command, [...args], { cwd, env, maxBuffer: 1e8, timeout })).stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error) as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')} fails:\n${stdout}${stderr}`, { cause: error });
  }
}

const npm = (...args: string[]): Promise<string> => run(made, 'npm', ...args);
/** Installs the packages of the module. A registry that stops responding is asked again; any other failure is final. */
async function install(...files: string[]): Promise<void> {
  for (let left = ATTEMPTS - 1; ; left--) {
    try {
      await runWithin(ATTEMPT, made, 'npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...files]);
      return;
    } catch (error) {
      if (left === 0 || !(error instanceof Error && isStalled(error))) throw error;
    }
  }
}

/** Whether a step ended because of its time, or npm because of the time of a request. */
function isStalled({ message, cause }: Error): boolean {
  return (cause as { killed?: boolean } | undefined)?.killed === true || /ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(message);
}

function edit(name: string, ...replacements: (readonly [string, string])[]): void {
  let text = readFileSync(join(made, name), 'utf8');
  for (const [from, to] of replacements) {
    expect(text, name).toContain(from);
    text = text.replace(from, to);
  }
  writeFileSync(join(made, name), text);
}

/** Adds a text column to the table of fees, with a migration, and the last of `columns` to the route of fees. */
function addColumn(migration: string, columns: readonly string[]): void {
  const column = columns.at(-1);
  const options = `(column) => column.notNull().defaultTo('no ${column}')`;
  const up = `db.schema.alterTable('acme_loyalty_fee').addColumn('${column}', 'text', ${options}).execute()`;
  edit(
    'src/tables.ts',
    ['amount: number', `amount: number; ${column}?: string`],
    ['},\n];', `},\n  { name: '${migration}', up: (db) => ${up} },\n];`],
  );
  writeFileSync(join(made, 'src/routes.ts'), feeRoute(columns));
}

/** Starts the shop of the module on the database of this test. */
async function serve(config: string): Promise<TestServer> {
  const started = await startSouk({
    config: join(made, config),
    program: join(made, 'node_modules/souk/bin/start.mjs'),
    env: { SOUK_VAR: join(folder, 'var'), DATABASE_URL: '' },
  });
  onTestFinished(() => started.stop());
  return started;
}

/** Prints the client of the shop, compiles a program that uses it, and runs that; returns the JSON that it prints. */
async function call(source: string, { base, admin }: TestServer): Promise<unknown> {
  writeFileSync(join(made, 'tests/shop-client.ts'), await npm('exec', '--', 'souk', 'client'));
  writeFileSync(join(made, 'tests/caller.ts'), source);
  await npm('run', 'check');
  return JSON.parse(await run(made, 'node', 'tests/caller.ts', base, admin.token ?? '')) as unknown;
}

describe('the packages, outside of the repository', { timeout: HANGS }, () => {
  beforeAll(async () => {
    // Other tests build the packages in their place at the same time.
    const source = join(folder, 'source');
    const isSource = (path: string): boolean => !/\/(?:node_modules|dist|var)$/.test(path);
    const documents = readdirSync(root).filter((name) => name.endsWith('.md'));
    const contents = ['package.json', 'tsconfig.json', '.npmrc', 'LICENSE', ...documents];
    for (const path of [...contents, 'bin', 'docs', 'packages', 'scripts', 'src']) {
      cpSync(join(root, path), join(source, path), { recursive: true, filter: isSource });
    }
    symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
    await run(source, 'node', 'scripts/packages.mjs', 'pack', packed);
  }, HANGS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('make a module whose tests pass and which compiles', async () => {
    const create = join(packed, `create-souk-module-${souk.version}.tgz`);
    const creating = ['exec', '--yes', '--prefer-offline', '--package', create, '--', 'create-souk-module'];
    await run(folder, 'npm', ...creating, '@acme/loyalty', '--from', packed);
    await install();
    expect(await npm('test')).toMatch(/pass 3\n[^]*fail 0\n/);
    await npm('run', 'check');
    expect(await npm('pack', '--dry-run', '--json')).toContain('"path": "dist/index.js"');
  });

  it('serve the module with a payment method, a carrier and a column of its own, up to the printed invoice', async () => {
    await install(join(packed, `souk-client-${souk.version}.tgz`));
    writeFileSync(join(made, 'src/checkout.ts'), additions);
    edit(
      'src/index.ts',
      ['import { cartNote', "import { account, configuration, pickup } from './checkout.ts';\nimport { cartNote"],
      ['    graphql,\n', '    graphql,\n    configuration,\n'],
      ['contributes: {\n', 'contributes: {\n      paymentMethods: [account],\n      carriers: [pickup],\n'],
    );
    addColumn('002-reason', ['reason']);
    const shop = await serve('souk.config.ts');
    // Two mugs at 10 with a fee of 1.5 each, and the pickup at 4.
    expect(await call(checkout, shop)).toMatchObject({
      order: { grand_total: 27, payment: { method: 'acmeaccount' }, shipping_description: 'Acme - Pickup' },
      fee: { amount: 1.5, reason: 'no reason' },
      invoice: { entity_id: 1, grand_total: 27, extension_attributes: { acme_loyalty_fee_amount: 3 } },
    });
    const printed = await fetch(`${shop.base}/rest/V1/invoices/1`, {
      headers: { accept: 'application/pdf', authorization: `Bearer ${shop.admin.token}` },
    });
    const { text } = readPdf(Buffer.from(await printed.arrayBuffer()));
    for (const line of ['Handling fee', '$3.00', '$27.00']) expect(text).toContain(line);
  });

  it('upgrade the module on the same database, which keeps its data and gets the new column', async () => {
    edit('src/index.ts', ["version: '0.1.0'", "version: '0.2.0'"]);
    addColumn('003-details', ['reason', 'details']);
    // The compiled module, under its name as a package.
    await npm('run', 'build');
    writeFileSync(
      join(made, 'shop.config.mjs'),
      "import loyalty from '@acme/loyalty';\nexport default { modules: [loyalty()] };",
    );
    const shop = await serve('shop.config.mjs');
    expect(await npm('exec', '--', 'souk', 'modules')).toContain('Acme_Loyalty 0.2.0\n');
    expect(await call(reader, shop)).toEqual({
      fee: { amount: 1.5, reason: 'no reason', details: 'no details' },
      fees: [3],
    });
  });
});
