import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { product } from '../support/products.ts';
import { ok, startProcess, unique, until, type Souk, type SoukProcess } from '../support/souk.ts';

const WORKERS = 3;

/** An answer over a connection of its own, so that any of the processes may give it. */
interface FreshAnswer {
  readonly status: number;
  /** Tells the processes apart. */
  readonly by: string;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- the wire is what the tests are about
}

function ask(souk: Souk, path: string, options: { method?: string; body?: unknown; token?: string } = {}) {
  const { method = 'GET', body, token = souk.admin.token } = options;
  return new Promise<FreshAnswer>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(`${souk.base}${path}`, { method, agent: false, headers }, (response) => {
      let text = '';
      response.on('data', (data: Buffer) => (text += data.toString()));
      response.on('end', () => {
        const by = String(response.headers['x-request-id']).split('-')[0]!;
        resolve({ status: response.statusCode!, by, body: text.startsWith('#') ? text : JSON.parse(text || 'null') });
      });
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The answers of every process to the same request: asked many times at once, so that each has something to do. */
async function askAll(souk: Souk, path: string, options?: Parameters<typeof ask>[2]): Promise<FreshAnswer[]> {
  return await until(async () => {
    const answers = await Promise.all(Array.from({ length: 8 * WORKERS }, () => ask(souk, path, options)));
    const byProcess = new Map(answers.map((answer) => [answer.by, answer]));
    return byProcess.size === WORKERS && [...byProcess.values()];
  });
}

/** Ids of the processes that a process has started. */
function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
}

const requestBody = (sku: string, over: object = {}) => ({ product: product({ sku, ...over }) });

describe('several processes', () => {
  let souk: SoukProcess;
  beforeAll(async () => {
    souk = await startProcess({ args: ['--workers', String(WORKERS)] });
  });
  afterAll(() => souk?.stop());

  test('all of them answer, and another one executes', async () => {
    await askAll(souk, '/rest/V1/store/websites');
    expect(childrenOf(souk.pid)).toHaveLength(WORKERS + 1);
    const sku = unique('apart');
    const uuid = ok202(await souk.admin.post('/async/V1/products', requestBody(sku)));
    await until(async () => ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/1`)) === 1);
  });

  test('a setting that a command changes reaches all', async () => {
    const { code, stderr } = await souk.cli('config:set', 'general/locale/code', 'de_DE');
    expect(code, stderr).toBe(0);
    await until(async () => {
      const answers = await askAll(souk, '/rest/V1/store/storeConfigs');
      return answers.every(({ body }) => body[0].locale === 'de_DE');
    });
  });

  test('permissions that a command takes back are refused by all', async () => {
    const name = unique('caller');
    const { stdout } = await souk.cli('integration:create', name, '--resources', 'Magento_Backend::store');
    const token = /access_token: (\S+)/.exec(stdout)![1]!;
    const { code } = await souk.cli('config:set', 'oauth/consumer/enable_integration_as_bearer', '1');
    expect(code).toBe(0);
    const path = '/rest/V1/store/websites';
    const statuses = async () => (await askAll(souk, path, { token })).map(({ status }) => status);
    await until(async () => (await statuses()).every((status) => status === 200));
    await souk.cli('integration:grant', name, '--resources', 'Magento_Catalog::products');
    await until(async () => (await statuses()).every((status) => status === 401));
  });

  test('metadata that one of them changes is there for the next call, whichever answers it', async () => {
    for (let round = 0; round < 5; round++) {
      const attribute = unique('shared').replaceAll('-', '_');
      const made = await ask(souk, '/rest/V1/products/attributes', {
        method: 'POST',
        body: {
          attribute: { attribute_code: attribute, frontend_input: 'text', default_frontend_label: attribute },
        },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      for (const { status } of await askAll(souk, `/rest/V1/products/attributes/${attribute}`))
        expect(status).toBe(200);
    }
  });

  test('what they have counted is added up', async () => {
    const count = async (): Promise<number> => {
      const { body } = await ask(souk, '/metrics');
      return Number(/_count\{[^}]*route="\/V1\/directory\/currency"[^}]*\} (\d+)/.exec(body)?.[1] ?? 0);
    };
    const before = await count();
    for (let i = 0; i < 2 * WORKERS; i++) await ask(souk, '/rest/V1/directory/currency');
    expect(await count()).toBe(before + 2 * WORKERS);
    expect((await ask(souk, '/metrics')).body).toMatch(/^souk_operations_executed_total\{outcome="complete"\} [1-9]/m);
  });

  test('the control plane reaches all: the consumer holds, every clock moves', async () => {
    ok(await souk.guest.raw('POST', '/_/queue/pause', {}));
    const uuid = ok202(await souk.admin.post('/async/V1/products', requestBody(unique('held'))));
    const moment = new Date(Date.now() + 3_600_000).toISOString();
    ok(await souk.guest.raw('PUT', '/_/clock', { now: moment }));
    const made = await Promise.all(
      Array.from({ length: 8 * WORKERS }, () =>
        ask(souk, '/rest/V1/products', { method: 'POST', body: requestBody(unique('moved')) }),
      ),
    );
    const early = made.filter(({ body }) => body.created_at < moment.replace('T', ' ').slice(0, 19));
    expect(early).toEqual([]);
    ok(await souk.guest.raw('PUT', '/_/clock', { now: null }));
    expect(ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/4`))).toBe(1);
    ok(await souk.guest.raw('POST', '/_/queue/resume', {}));
    await until(async () => ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/1`)) === 1);
  });

  test('one that is killed is replaced, while the others answer', async () => {
    const before = childrenOf(souk.pid);
    for (const pid of before.slice(0, 2)) process.kill(pid, 'SIGKILL');
    await until(async () => {
      expect((await ask(souk, '/rest/V1/store/websites').catch(() => ({ status: 200 }))).status).toBe(200);
      const now = childrenOf(souk.pid);
      return now.length === before.length && !now.includes(before[0]!) && !now.includes(before[1]!);
    });
    await askAll(souk, '/rest/V1/store/websites');
  });

  test('they end together, after what they are doing', async () => {
    const children = childrenOf(souk.pid);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => souk.admin.post('/async/V1/products', requestBody(unique('last')))),
    );
    await souk.kill('SIGTERM');
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await souk.restart();
    for (const answer of answers) {
      const uuid = ok202(answer);
      await until(async () => ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/1`)) === 1);
    }
  });
});

test('consumers in processes of their own keep the order of a bulk for each entity', async () => {
  const souk = await startProcess({ args: ['--no-consumer'] });
  const all = souk.admin.store('all');
  const sku = unique('ordered');
  ok202(
    await all.post(
      '/async/bulk/V1/products',
      Array.from({ length: 5 }, (_, i) => requestBody(`${sku}-${i}`)),
    ),
  );
  const uuid = ok202(
    await all.put(
      '/async/bulk/V1/products/bySku',
      Array.from({ length: 200 }, (_, i) => ({ product: { sku: `${sku}-${i % 5}`, price: i + 1 } })),
    ),
  );
  expect(ok(await souk.guest.raw('GET', '/_/queue')).depth).toBe(205);
  const consumers = [1, 2].map(() => souk.spawn('queue:consumers:start', 'async.operations.all', '--concurrency', '2'));
  for (const consumer of consumers) await once(consumer.stdout!, 'data');
  await until(async () => ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/1`)) === 200);
  for (const i of [0, 1, 2, 3, 4]) expect(ok(await all.get(`/V1/products/${sku}-${i}`)).price).toBe(196 + i);
  const ends = consumers.map((consumer) => new Promise((resolve) => consumer.once('exit', resolve)));
  for (const consumer of consumers) consumer.kill('SIGTERM');
  expect(await Promise.all(ends)).toEqual([0, 0]);
  const { stdout } = await souk.cli('queue:status');
  expect(stdout).toMatch(/open operations: 0\n[^]*executions, complete: 205\n/);
  await souk.stop();
});

test('a consumer in a process of its own knows what was changed before it was accepted', async () => {
  const souk = await startProcess({ args: ['--no-consumer'] });
  const all = souk.admin.store('all');
  const consumer = souk.spawn('queue:consumers:start', 'async.operations.all');
  await once(consumer.stdout!, 'data');
  for (let round = 0; round < 5; round++) {
    const code = unique('known').replaceAll('-', '_');
    const made = ok(
      await all.post('/V1/products/attributes', {
        attribute: { attribute_code: code, frontend_input: 'text', default_frontend_label: code },
      }),
    );
    await all.post('/V1/products/attribute-sets/attributes', {
      attributeSetId: 4,
      attributeGroupId: ok(
        await all.get(
          '/V1/products/attribute-sets/groups/list?searchCriteria[filter_groups][0][filters][0][field]=attribute_set_id&searchCriteria[filter_groups][0][filters][0][value]=4',
        ),
      ).items[0].attribute_group_id,
      attributeCode: made.attribute_code,
      sortOrder: 1,
    });
    const sku = unique('knowing');
    const custom_attributes = [{ attribute_code: code, value: 'there' }];
    const uuid = ok202(await all.post('/async/V1/products', requestBody(sku, { custom_attributes })));
    await until(async () => ok(await souk.admin.get(`/V1/bulk/${uuid}/operation-status/4`)) === 0);
    expect(ok(await all.get(`/V1/products/${sku}`)).custom_attributes).toContainEqual(custom_attributes[0]);
  }
  consumer.kill('SIGTERM');
  await once(consumer, 'exit');
  await souk.stop();
});

test('a server ends though clients keep their connections', async () => {
  const souk = await startProcess();
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    get(`${souk.base}/health/live`, { agent }, (response) => response.resume().once('end', () => resolve())).once(
      'error',
      reject,
    );
  });
  // Longer than any test may take, otherwise.
  await souk.stop();
  agent.destroy();
});

function ok202(answer: { status: number; body: { bulk_uuid: string } }): string {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body.bulk_uuid;
}
