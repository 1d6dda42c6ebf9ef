import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, engines, type TestDatabase } from '../storage/databases.ts';
import { loadParts, type Parts } from '../support/built.ts';
import { runCommand, type CommandOutcome } from '../support/commands.ts';

/** Commands that install a shop where there is none. */
const installing = ['serve', 'setup', 'import', 'migrate'];
/** Commands that need no shop. */
const apart = [
  'client',
  'commands',
  'compatibility',
  'environment',
  'errors',
  'gateway:demo',
  'help',
  'modules',
  'queue:consumers:list',
  'settings',
];

/** Every other command, with arguments that it accepts. */
const commands = `
  admin:user:create --user ann --email ann@example.com
  admin:user:disable ann
  admin:user:enable ann
  admin:user:list
  admin:user:password ann Secret123
  admin:user:two-factor:list
  admin:user:two-factor:reset ann
  admin:user:two-factor:secret ann
  audit:list
  bulk:retry uuid
  bulk:status uuid
  catalog-rule:delete 1
  catalog-rule:list
  catalog-rule:save {}
  catalog-rule:show 1
  checkout:agreements:create --name Terms --checkbox-text Yes
  checkout:agreements:delete 1
  checkout:agreements:disable 1
  checkout:agreements:enable 1
  checkout:agreements:list
  company:list
  company:status 1 approved
  config:set general/locale/code de_DE
  config:show
  config:unset general/locale/code
  console
  currency:rate:set USD EUR 0.9
  customer:balance:show --customer 1
  customer:balance:update --customer 1 --delta 5
  customer:segment:create All --conditions {}
  customer:segment:delete 1
  customer:segment:disable 1
  customer:segment:enable 1
  customer:segment:list
  customer:segment:refresh
  customer:token:revoke ann@example.com
  customer:unlock ann@example.com
  customfee:delete fee
  customfee:list
  customfee:set --code fee --label Fee --amount 1
  dynamic-block:content 1 --content Hello
  dynamic-block:create Hello --content Hello
  dynamic-block:delete 1
  dynamic-block:disable 1
  dynamic-block:enable 1
  dynamic-block:list
  export products
  giftcard:account:create --balance 5 --website base
  giftcard:account:send CODE --email ann@example.com --name Ann
  giftcard:account:show CODE
  giftcard:pool:generate
  giftregistry:create --customer 1 --type wedding
  giftregistry:delete 1
  giftregistry:item:add 1 sku
  giftregistry:item:remove 1 1
  giftregistry:item:update 1 1
  giftregistry:list
  giftregistry:show 1
  giftregistry:type:delete wedding
  giftregistry:type:list
  giftregistry:type:save {"code":"party","label":"Party"}
  giftregistry:type:show wedding
  giftregistry:update 1
  hooks:key
  hooks:list
  hooks:methods
  hooks:subscribe observer.catalog_product_save_before names --url https://checks.example/
  hooks:unsubscribe observer.catalog_product_save_before names
  integration:create Connector
  integration:renew Connector
  integration:grant Connector --resources all
  integration:list
  integration:revoke Connector
  inventory-geonames:import FILE --country US
  inventory:low-quantity
  inventory:reservation:create-compensations
  inventory:reservation:list-inconsistencies
  inventory:source-items:export FILE.out
  inventory:source-items:import FILE
  inventory:source:create north North --country US --postcode 1
  inventory:source:disable north
  inventory:source:enable north
  inventory:source:list
  mail:list
  mail:preview customer_create_account_email_template
  marketplace:app:create --env sandbox --user MAG1
  marketplace:app:list --env sandbox
  marketplace:app:revoke AB --env sandbox
  marketplace:serve
  marketplace:user:create --env sandbox --email ann@example.com --name Ann
  marketplace:user:list --env sandbox
  module:disable Magento_Swagger
  module:enable Magento_Swagger
  module:status
  newsletter:confirm ann@example.com
  newsletter:list
  payment:settle key
  payment:unsettled
  queue:consumers:start async.operations.all
  queue:status
  review:approve 1
  review:delete 1
  review:list
  review:rating:list
  review:rating:show 1 default
  review:reject 1
  reward:points:show --customer 1
  reward:points:update --customer 1 --delta 5
  reward:rate:delete 1
  reward:rate:list
  reward:rate:set --direction points-to-currency --points 1 --amount 1
  rma:list
  rma:show 1
  sales:downloads 1
  sales:pdf invoice 1 --output FILE.pdf
  shipping:tablerates:import FILE --website base
  store:group:create eu Europe --website base
  store:view:create fr French --group main_website_store
  url-rewrite:create old new
  url-rewrite:delete 1
  url-rewrite:list
  webhooks:deliveries
  webhooks:list
  webhooks:replay provider
  webhooks:subscribe product.changed --provider pim --url https://pim.example/
  webhooks:unsubscribe product.changed
  website:create eu Europe`
  .trim()
  .split('\n')
  .map((line) => line.trim());

let parts: Parts;
let place: string;
beforeAll(async () => {
  parts = await loadParts();
});
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'souk-no-shop-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

test('each command is one that installs a shop, needs none, or is tried without one', async () => {
  const { stdout } = await runCommand(parts, {}, ['--help']);
  const listed = [...stdout.matchAll(/^ {2}([a-z][\w:-]*)/gm)].map(([, name]) => name!);
  const tried = commands.map((line) => line.split(' ')[0]!);
  expect([...installing, ...apart, ...tried, 'backup'].sort()).toEqual(listed.sort());
});

test('docs/cli.md names the commands that install a shop', async () => {
  const { stdout } = await runCommand(parts, {}, ['commands']);
  const [, names = ''] = /^(.*) install a shop in an empty database/m.exec(stdout) ?? [];
  expect([...names.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(installing);
});

describe.each(engines)('without a shop, on %s', (kind) => {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    // An empty database of the server; SQLite is looked for in the data folder.
    if (kind === 'postgres') database = await createDatabase(kind);
  });
  afterAll(() => database?.remove());

  const run = (line: string): Promise<CommandOutcome> => {
    const input = join(place, 'input');
    const env = {
      SOUK_VAR: join(place, 'var'),
      SOUK_START_WAIT: '0',
      MARKETPLACE_SANDBOX_PORT: '21201',
      ...(database && { DATABASE_URL: database.url }),
    };
    return runCommand(parts, env, line.replace('FILE', input).split(' '));
  };
  const refusal = (): string => {
    if (!database) return `souk: no shop in ${join(place, 'var')}; set SOUK_VAR or change folder\n`;
    const { hostname, port, pathname } = new URL(database.url);
    return `souk: no shop in ${hostname}:${port || '5432'}${pathname}; set DATABASE_URL\n`;
  };
  async function tables(): Promise<number> {
    if (!database) return 0;
    const client = new Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ count: string }>(
      `select count(*) from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')`,
    );
    await client.end();
    return Number(rows[0]!.count);
  }

  test.each(commands)('%s is refused, and nothing is written', async (line) => {
    writeFileSync(join(place, 'input'), 'a,b\n1,2\n');
    expect(await run(line)).toEqual({ code: 1, stdout: '', stderr: refusal() });
    expect(readdirSync(place)).toEqual(['input']);
    expect(await tables()).toBe(0);
  });
});

describe('on SQLite', () => {
  const run = (line: string, more: NodeJS.ProcessEnv = {}): Promise<CommandOutcome> =>
    runCommand(parts, { SOUK_VAR: join(place, 'var'), SOUK_START_WAIT: '0', ...more }, line.split(' '));

  test('backup is refused without a shop, and nothing is written', async () => {
    expect(await run(`backup ${join(place, 'copy.db')}`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `souk: no shop in ${join(place, 'var')}; set SOUK_VAR or change folder\n`,
    });
    expect(readdirSync(place)).toEqual([]);
  });

  test('a database that DATABASE_URL names is asked for by its name', async () => {
    const file = join(place, 'elsewhere', 'shop.db');
    const { code, stderr } = await run('config:show', { DATABASE_URL: `sqlite:${file}` });
    expect({ code, stderr }).toEqual({ code: 1, stderr: `souk: no shop in ${file}; set DATABASE_URL\n` });
    expect(readdirSync(place)).toEqual([]);
  });

  test('an empty file is no shop, and stays empty', async () => {
    const file = join(place, 'empty.db');
    writeFileSync(file, '');
    const { code, stderr } = await run('admin:user:list', { DATABASE_URL: `sqlite:${file}` });
    expect({ code, stderr }).toEqual({ code: 1, stderr: `souk: no shop in ${file}; set DATABASE_URL\n` });
    expect(readdirSync(place)).toEqual(['empty.db']);
  });

  test('the folder of the process is named where SOUK_VAR is not set', async () => {
    const ended = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const { PATH, NODE_COMPILE_CACHE } = process.env;
      const options = { cwd: place, env: { PATH, NODE_COMPILE_CACHE } };
      execFile(process.execPath, [process.env.SOUK_TEST_ENTRY!, 'integration:list'], options, (error, _, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
    const folder = join(realpathSync(place), 'var');
    expect(ended).toEqual({ code: 1, stderr: `souk: no shop in ${folder}; set SOUK_VAR or change folder\n` });
    expect(readdirSync(place)).toEqual([]);
  });

  test('setup makes the shop that commands then work on', async () => {
    expect((await run('setup', { SOUK_ADMIN_PASSWORD: 'Admin123!' })).code).toBe(0);
    expect(existsSync(join(place, 'var', 'souk.db'))).toBe(true);
    expect((await run('admin:user:list')).stdout).toContain('admin@example.com');
    expect((await run(`backup ${join(place, 'copy.db')}`)).code).toBe(0);
    const { stdout } = await run('admin:user:list', { DATABASE_URL: `sqlite:${join(place, 'copy.db')}` });
    expect(stdout).toContain('admin@example.com');
  });

  test('import makes a shop as well', async () => {
    const file = join(place, 'products.csv');
    writeFileSync(file, 'sku,name,price,attribute_set_id\nmug,Mug,5,4\n');
    expect(await run(`import ${file}`)).toMatchObject({ code: 0 });
    expect((await run('config:show general/locale/code')).stdout).toContain('en_US');
  });
});
