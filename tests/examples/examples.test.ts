import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newOrder } from '../events/orders.ts';
import { engines } from '../storage/databases.ts';
import { failSaves } from '../support/passing-failures.ts';
import { hasProgram } from '../support/programs.ts';
import { Client, criteria, ok, startProcess, until, type Answer, type SoukProcess } from '../support/souk.ts';
import { installExamples, type Examples } from './folder.ts';

let souk: SoukProcess;
let examples: Examples;
let signedIn: Record<string, string>;
beforeAll(async () => {
  examples = installExamples();
  souk = await startProcess({ args: ['--demo'] });
  signedIn = { SOUK_URL: souk.base, SOUK_USER: 'admin', SOUK_PASSWORD: souk.password };
});
afterAll(async () => {
  examples?.remove();
  await souk?.stop();
});

type Body = Answer['body'];
const product = async (sku: string): Promise<Body> => ok(await souk.admin.get(`/V1/products/${sku}`));
const urlKey = async (sku: string): Promise<string> =>
  (await product(sku)).custom_attributes.find((one: Body) => one.attribute_code === 'url_key').value;
const file = (...path: string[]): string => join(examples.folder, ...path);
const text = (...path: string[]): string => readFileSync(file(...path), 'utf8');

describe('stock-and-prices', () => {
  test('brings prices and stock, tells what is refused, and takes that again once it is mended', async () => {
    const first = await examples.run(signedIn, 'stock-and-prices/main.ts');
    expect(first).toMatchObject({ code: 1, stdout: '3 of 4 products are up to date\n' });
    expect(await product('MUG-GLASS-OLIVE')).toMatchObject({
      price: 13.5,
      name: expect.stringContaining('Mug') as string,
      extension_attributes: { stock_item: { qty: 120, is_in_stock: true } },
    });
    expect(await product('MUG-GLASS-IVORY')).toMatchObject({
      extension_attributes: { stock_item: { qty: 0, is_in_stock: false } },
    });
    const refused = text('refused.csv');
    expect(refused).toMatch(/^sku;price;qty;reason\nUNHEARD-OF;1;1;.+\n$/);
    writeFileSync(file('refused.csv'), refused.replace('UNHEARD-OF', 'PLATE-GLASS-OLIVE'));
    const second = await examples.run(signedIn, 'stock-and-prices/main.ts', 'refused.csv');
    expect(second).toMatchObject({ code: 0, stdout: '1 of 1 products are up to date\n' });
    expect(await product('PLATE-GLASS-OLIVE')).toMatchObject({ price: 1 });
  });

  test('sends nothing of a file that cannot be read', async () => {
    writeFileSync(file('broken.csv'), 'sku;price;qty\nMUG-GLASS-OLIVE;;5\n');
    const { code, stderr } = await examples.run(signedIn, 'stock-and-prices/main.ts', 'broken.csv');
    expect([code, stderr]).toEqual([1, expect.stringContaining('not sku;price;qty: MUG-GLASS-OLIVE;;5')]);
    expect(await product('MUG-GLASS-OLIVE')).toMatchObject({ price: 13.5 });
  });
});

// What fails and passes by itself at a known moment can be made in PostgreSQL alone.
describe.runIf(engines.at(-1) === 'postgres')('stock-and-prices, while the database is in trouble', () => {
  test('sends again what passes, and tells what never does', async () => {
    const attempts = { path: 'souk/operations/attempts', value: '1' };
    ok(await souk.admin.raw('PUT', '/_/console/settings', attempts));
    await failSaves(souk.env.DATABASE_URL!, 'PLATE-GLASS-IVORY', 'once');
    await failSaves(souk.env.DATABASE_URL!, 'BOWL-GLASS-IVORY', 'always');
    writeFileSync(file('erp.csv'), 'sku;price;qty\nPLATE-GLASS-IVORY;7;70\nBOWL-GLASS-IVORY;8;80\n');
    const { code, stdout } = await examples.run(signedIn, 'stock-and-prices/main.ts', 'erp.csv');
    expect([code, stdout]).toEqual([1, '1 of 2 products are up to date\n']);
    expect(await product('PLATE-GLASS-IVORY')).toMatchObject({
      price: 7,
      extension_attributes: { stock_item: { qty: 70 } },
    });
    expect(text('refused.csv')).toMatch(/^sku;price;qty;reason\nBOWL-GLASS-IVORY;8;80;.*database.*\n$/);
    // Three bulks: all of them, and twice more those that had failed.
    const sent = ok(await souk.admin.raw('GET', '/_/console/bulks?topic=productrepository'));
    expect(sent.map((one: Body) => one.operation_count).slice(0, 3)).toEqual([1, 2, 2]);
    ok(await souk.admin.raw('PUT', '/_/console/settings', { path: attempts.path }));
  });
});

describe('order-export', () => {
  const exported = (): string[] => readdirSync(file('orders')).filter((name) => name.endsWith('.json'));
  const placed = async (): Promise<Body[]> => ok(await souk.admin.get(`/V1/orders?${criteria()}`)).items;

  test('writes each order exactly once, also when it is killed and started again', async () => {
    const { child, line } = await examples.start(signedIn, 'order-export/export.ts');
    expect(line).toMatch(/^0000\d+ \w+/);
    const { orderId } = await newOrder(souk);
    child.kill('SIGKILL');
    await newOrder(souk);
    const first = await examples.run(signedIn, 'order-export/export.ts', '--once');
    expect(first.code, first.stderr).toBe(0);
    const orders = await placed();
    expect(exported().sort()).toEqual(orders.map((order) => `${order.increment_id}.json`).sort());
    ok(await souk.admin.post(`/V1/orders/${orderId}/hold`));
    const second = await examples.run(signedIn, 'order-export/export.ts', '--once');
    const held = (await placed()).find((order) => order.entity_id === orderId);
    // Of all orders the one that has changed.
    expect(second).toMatchObject({ code: 0, stdout: `${held.increment_id} holded\n` });
    expect(JSON.parse(text('orders', `${held.increment_id}.json`))).toEqual(held);
  });

  test('writes everything anew where the shop has forgotten its position', async () => {
    writeFileSync(file('orders', '.position'), '999999999');
    const { code, stdout } = await examples.run(signedIn, 'order-export/export.ts', '--once');
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength((await placed()).length);
    expect(Number(text('orders', '.position'))).toBeLessThan(999_999_999);
  });
});

describe('pim-import', () => {
  test('makes attributes, categories, variants and pictures, and nothing twice', async () => {
    const first = await examples.run(signedIn, 'pim-import/import.ts');
    expect(first).toMatchObject({ stderr: '', stdout: 'trail-boot: 4 variants in Outdoor/Shoes\n', code: 0 });
    const boot = await product('trail-boot');
    expect(boot.extension_attributes.configurable_product_links).toHaveLength(4);
    expect(boot.extension_attributes.configurable_product_options.map(({ label }: Body) => label)).toEqual([
      'Colour',
      'Size',
    ]);
    expect(boot.media_gallery_entries).toHaveLength(1);
    const picture = await fetch(`${souk.base}/media/catalog/product${boot.media_gallery_entries[0].file as string}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const [{ category_id }] = boot.extension_attributes.category_links;
    const category = ok(await souk.admin.get(`/V1/categories/${category_id}`));
    expect([category.name, category.level]).toEqual(['Shoes', 3]);
    const set = ok(await souk.admin.get(`/V1/products/attribute-sets/${boot.attribute_set_id}`));
    expect(set.attribute_set_name).toBe('Shoes');

    const second = await examples.run(signedIn, 'pim-import/import.ts');
    expect(second, second.stderr).toMatchObject({ code: 0 });
    expect(await product('trail-boot')).toEqual({ ...boot, updated_at: expect.any(String) as string });
    const sets = ok(
      await souk.admin.get(
        `/V1/eav/attribute-sets/list?${criteria([[{ field: 'attribute_set_name', value: 'Shoes' }]])}`,
      ),
    );
    expect(sets.total_count).toBe(1);
  });
});

describe('storefront', () => {
  type Visit = { status: number; location: string | null; html: string };

  /** A browser without scripts: it follows no redirect by itself, and remembers the cookie of the cart. */
  function browserAt(base: string): {
    visit(path: string, form?: Record<string, string> | [string, string][]): Promise<Visit>;
  } {
    let cookie = '';
    return {
      async visit(path, form) {
        const response = await fetch(new URL(path, base), {
          redirect: 'manual',
          headers: { cookie },
          ...(form && { method: 'POST', body: new URLSearchParams(form) }),
        });
        cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
        return { status: response.status, location: response.headers.get('location'), html: await response.text() };
      },
    };
  }

  let storefront: { child: ChildProcess; line: string };
  beforeAll(async () => {
    storefront = await examples.start({ ...signedIn, PORT: '0' }, 'storefront/server.ts');
  });
  afterAll(() => storefront?.child.kill());

  test('has the types of its documents', () => {
    const compact = (document: string): string => document.replaceAll(/[\s,]/g, '');
    const types = compact(text('storefront', 'documents.ts'));
    const { definitions } = parse(text('storefront', 'documents.graphql'));
    expect(definitions.map(print).filter((document) => !types.includes(compact(document)))).toEqual([]);
  });

  test('lists products by category, search and facets', async () => {
    const { visit } = browserAt(storefront.line);
    const [, category] = /href="(\/category\/[^"]+)">Kitchen</.exec((await visit('/')).html)!;
    const { html: list } = await visit(category!);
    const products = (html: string): string[] =>
      [...html.matchAll(/href="(\/product\/[^"]+)"/g)].map(([, path]) => path!);
    expect(products(list)).toHaveLength(12);
    expect(products((await visit(`${category}?page=2`)).html)).not.toContain(products(list)[0]);
    const [, facet, count] = /<a href="(\?demo_colour=\d+)"[^>]*>Olive<\/a> (\d+)/.exec(list)!;
    const { html: olive } = await visit(`${category}${facet}`);
    expect(olive).toContain(`<p>${count} products.`);
    expect(olive).toContain('aria-current="true">Olive<');
    expect((await visit('/?q=%3Cb%3E')).html).toContain('Results for “&#60;b&#62;”');
    expect((await visit('/?q=olive+mug')).html).toContain('Olive Glass Mug');
    expect([(await visit('/product/nothing')).status, (await visit('/category/nothing')).status]).toEqual([404, 404]);
  });

  test('sells to a guest: product, cart, address, shipping, payment', async () => {
    const { visit } = browserAt(storefront.line);
    const { html: shown } = await visit(`/product/${await urlKey('MUG-GLASS-OLIVE')}`);
    expect(shown).toContain('$13.50');
    const sku = /name="sku" value="([^"]+)"/.exec(shown)![1]!;
    expect(await visit('/cart', { sku, quantity: '1' })).toMatchObject({ status: 303, location: '/cart' });
    // Sold out, by the first example.
    const refused = await visit('/cart', { sku: 'MUG-GLASS-IVORY', quantity: '1' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('This was not possible')]);
    const uid = /name="uid" value="([^"]+)"/.exec((await visit('/cart')).html)![1]!;
    await visit('/cart/item', { uid, quantity: '2' });
    expect((await visit('/cart')).html).toContain('$27.00');

    expect((await visit('/checkout')).html).toContain('name="email"');
    const address = {
      firstname: 'Ada',
      lastname: 'Byron',
      street: 'Mill 1',
      city: 'Austin',
      telephone: '1',
      country_code: 'US',
    };
    const entered = { ...address, email: 'ada@example.com', postcode: '78701', region: 'TX' };
    expect(await visit('/checkout/address', { ...entered, region: 'nowhere' })).toMatchObject({ status: 422 });
    expect(await visit('/checkout/address', entered)).toMatchObject({ status: 303, location: '/checkout' });
    const { html: checkout } = await visit('/checkout');
    const method = /name="method" value="([^"]+)"/.exec(checkout)![1]!;
    expect(await visit('/checkout/shipping', { method })).toMatchObject({ status: 303 });
    const payment = /name="payment" value="([^"]+)"/.exec(checkout)![1]!;
    const [, number] = /order has the number (\d+)/.exec((await visit('/checkout/order', { payment })).html)!;
    const { items } = ok(await souk.admin.get(`/V1/orders?${criteria([[{ field: 'increment_id', value: number! }]])}`));
    expect(items).toMatchObject([{ customer_email: 'ada@example.com', total_qty_ordered: 2 }]);
    expect((await visit('/cart')).html).toContain('It is empty.');
  });

  test('asks for the options of a configurable product', async () => {
    const { visit } = browserAt(storefront.line);
    const { items } = ok(
      await souk.admin.get(`/V1/products?${criteria([[{ field: 'type_id', value: 'configurable' }]])}`),
    );
    const { html: shown } = await visit(`/product/${await urlKey(items[0].sku)}`);
    const options = [...shown.matchAll(/<select name="option"[^>]*>.*?<option value="([^"]+)">/gs)].map(
      ([, uid]): [string, string] => ['option', uid!],
    );
    const form: [string, string][] = [
      ['sku', items[0].sku],
      ['quantity', '1'],
    ];
    expect((await visit('/cart', form)).status).toBe(422);
    expect((await visit('/cart', [...form, ...options])).status).toBe(303);
    expect((await visit('/cart')).html).toContain('<small>');
  });
});

describe('webhook-receiver', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

  test('keeps signed events, each of them once, and nothing else', async () => {
    const env = { WEBHOOK_SECRET: secret, PORT: '0', EVENTS: file('events.jsonl') };
    const { child, line } = await examples.start(env, 'webhook-receiver/receiver.ts');
    try {
      await souk.cli('config:set', 'souk/events/allow_private', '127.0.0.1');
      const subscribed = await souk.cli(
        ...`webhooks:subscribe product.changed --provider example --url ${line} --secret ${secret} --field name price`.split(
          ' ',
        ),
      );
      expect(subscribed.code, subscribed.stderr).toBe(0);
      ok(await souk.admin.put('/V1/products/MUG-GLASS-OLIVE', { product: { price: 14 } }));
      // The receiver appends to the file: until the line's end is there, it is half a line.
      const events = await until(
        async () =>
          existsSync(file('events.jsonl')) &&
          text('events.jsonl').endsWith('\n') &&
          text('events.jsonl').trim().split('\n'),
      );
      expect(events.map((one) => JSON.parse(one))).toEqual([
        expect.objectContaining({
          type: 'souk.product.changed',
          subject: 'MUG-GLASS-OLIVE',
          data: expect.objectContaining({
            fields: ['price'],
            value: { name: expect.any(String), price: 14 },
          }) as object,
        }),
      ]);
      const receiver = new Client(line.replace(/\/$/, ''));
      expect((await receiver.raw('POST', '/', events[0])).status).toBe(401);
      // The same again, as after a delivery that was taken and not noted.
      const { code } = await souk.cli(
        'webhooks:replay',
        'example',
        '--from',
        String(JSON.parse(events[0]!).data.position - 1),
      );
      expect(code).toBe(0);
      ok(await souk.admin.put('/V1/products/MUG-GLASS-OLIVE', { product: { price: 15 } }));
      await until(async () => text('events.jsonl').includes('"price":15'));
      expect(text('events.jsonl').trim().split('\n')).toHaveLength(2);
    } finally {
      child.kill();
    }
  });
});

// Each starts a server of its own, with Node.js programs around it.
describe('ci', () => {
  test('the tests of the connector pass in a container', async () => {
    const { code, stdout } = await examples.run({}, '--test', 'ci/testcontainers.test.ts');
    expect(stdout).toMatch(/^. pass 2$/m);
    expect(code).toBe(0);
  });

  test.runIf(['bash', 'curl', 'npx'].every(hasProgram))(
    'the workflow starts Souk, seeds it and runs them',
    async () => {
      const [, job] = /^ {2}npm:\n([^]*?)\n\n/m.exec(text('ci/connector.yml'))!;
      const [head, steps] = job!.split('    steps:\n');
      const env = Object.fromEntries(
        [...head!.matchAll(/^ {6}(\w+): '?([^'\n]*)'?$/gm)].map(([, name, value]) => [name, value]),
      );
      expect(steps).toContain('uses: ./.github/actions/setup-souk');
      const commands = steps!
        .split(/^ {6}- /m)
        .filter((step) => !step.includes('failure()'))
        .flatMap((step) => /(?:^|\n) *run: (.*)/.exec(step)?.[1] ?? []);
      expect(commands.shift()).toBe('npm ci');
      const port = String(18_000 + (process.pid % 1000));
      const folder = file('ci-var');
      const action = { PORT: port, SOUK_COMMAND: 'npx souk', SOUK_DEMO: 'true', SOUK_TIMEOUT: '120', SOUK_VAR: folder };
      const runner = { RUNNER_TEMP: file('.'), GITHUB_OUTPUT: file('output'), GITHUB_ENV: file('env') };
      // As a runner does: what the action writes is the environment of the steps that follow.
      const start = `bash ci/setup-souk/start.sh\nset -a; . "$GITHUB_ENV"; . "$GITHUB_OUTPUT"; set +a\ntrap 'kill $pid' EXIT`;
      const { code, stdout, stderr } = await examples.script(
        { ...env, ...action, ...runner },
        [start, ...commands].join('\n'),
      );
      expect(stdout, stderr).toMatch(/^. pass 2$/m);
      expect(code).toBe(0);
      expect(text('souk.log')).toContain('Demo: ');
    },
  );
});
