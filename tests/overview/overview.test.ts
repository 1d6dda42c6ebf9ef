import { hostname } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overview, OverviewBucket } from '../../src/faces/overview/present.ts';
import { startOverview } from '../../src/faces/overview/recorder.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, type Client } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

const MINUTE = 60_000;

describe.each(engines)('the overview on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind);
  });
  afterAll(() => here?.stop());

  const read = async (span = '15m', client: Client = here.admin): Promise<Overview> =>
    ok(await client.raw('GET', `/_/console/overview?span=${span}`));
  /** Buckets with requests; the newest are left out, which hold those of the test itself. */
  const asked = ({ buckets }: Overview): OverviewBucket[] =>
    buckets.filter(({ requests, at }) => requests > 0 && at < Date.now() - MINUTE);
  const clear = () => here.souk.systemCall().transaction(({ db }) => db.deleteFrom('overview_sample').execute());

  /** Has another process count requests of some milliseconds and statuses. */
  async function count(...requests: readonly (readonly [milliseconds: number, status: number])[]): Promise<void> {
    const recorder = startOverview(here.souk.platform);
    for (const [milliseconds, status] of requests) {
      recorder.request({ method: 'GET', route: '/things/:id', status }, milliseconds / 1000);
    }
    await recorder.write();
    await recorder.stop();
  }

  /** Moves what was counted by `count` two minutes back. */
  const age = () =>
    here.souk.systemCall().transaction(({ db }) =>
      db
        .updateTable('overview_sample')
        .set((row) => ({ started_at: row('started_at', '-', 2 * MINUTE) }))
        .where('routes', 'like', '%things%')
        .execute(),
    );

  /** A sample of ten seconds that another process wrote some minutes ago. */
  const sample = (minutes: number, process: string) => ({
    started_at: Math.floor((Date.now() - minutes * MINUTE) / MINUTE) * MINUTE,
    seconds: 10,
    process,
    requests: 2,
    refused: 0,
    failed: 1,
    latencies: '{"8":2}',
    routes: '{"GET /x":[2,1]}',
    cpu: 5000,
    memory: 1024,
    lag: 3000,
  });
  const put = (rows: readonly ReturnType<typeof sample>[]) =>
    here.souk.systemCall().transaction(({ db }) =>
      db
        .insertInto('overview_sample')
        .values([...rows])
        .execute(),
    );

  it('tells how many requests there were, how they ended and how long they took', async () => {
    await clear();
    await count([10, 200], [10, 404], [10, 200], [900, 500]);
    await age();
    const found = await read();
    const [bucket] = asked(found);
    expect(bucket).toMatchObject({ requests: 4, refused: 1, failed: 1, processes: 1 });
    expect(bucket!.p50).toBeGreaterThanOrEqual(10);
    expect(bucket!.p50).toBeLessThan(12);
    expect(bucket!.p99).toBeGreaterThanOrEqual(900);
    expect(bucket!.memory).toBeGreaterThan(1_000_000);
    expect(found.routes).toContainEqual({ route: 'GET /things/:id', requests: 4, failed: 1 });
    expect(found.gauges).toContainEqual({ name: 'souk_queue_depth', labels: {}, value: 0 });
  });

  it('has at most 200 points, without gaps', async () => {
    for (const [span, seconds] of [
      ['15m', 900],
      ['1h', 3600],
      ['24h', 86_400],
    ] as const) {
      const { step, buckets } = await read(span);
      expect(buckets.length).toBeLessThanOrEqual(200);
      expect(buckets.length * step).toBe(seconds);
      expect(new Set(buckets.slice(1).map(({ at }, index) => at - buckets[index]!.at))).toEqual(new Set([step * 1000]));
    }
  });

  it('sums what several processes did', async () => {
    await clear();
    await put([sample(2, 'a:1'), sample(2, 'b:2')]);
    const [bucket] = asked(await read());
    expect(bucket).toMatchObject({ requests: 4, failed: 2, processes: 2, cpu: 1, memory: 2 * 1024 * 1024, lag: 3 });
  });

  it('folds what is old into minutes, loses nothing of it, and forgets it after a day', async () => {
    await clear();
    const old = sample(120, 'a:1');
    await put([old, { ...old, started_at: old.started_at + 10_000 }, sample(120, 'b:2'), sample(26 * 60, 'a:1')]);
    await Promise.all([count(), count()]);
    const kept = await here.souk
      .systemCall()
      .db.selectFrom('overview_sample')
      .select(['process', 'requests', 'latencies'])
      .where('started_at', '<', Date.now() - 90 * MINUTE)
      .orderBy('process')
      .execute();
    expect(kept).toEqual([
      { process: 'a:1', requests: 4, latencies: '{"8":4}' },
      { process: 'b:2', requests: 2, latencies: '{"8":2}' },
    ]);
    // The newest of these long buckets may have what the server has counted of this test.
    const [bucket] = asked(await read('24h'));
    expect(bucket).toMatchObject({ requests: 6, failed: 3, processes: 2 });
  });

  it('tells the processes that were just seen, and how the database answers', async () => {
    await clear();
    await count([5, 200], [5, 200]);
    await put([{ ...sample(0, 'a:1'), started_at: Date.now() - 10_000 }, sample(1, 'gone:1')]);
    const { processes, database } = await read();
    const own = `${hostname()}:${process.pid}`;
    expect(processes.map(({ name }) => name).sort()).toEqual(['a:1', own].sort());
    expect(processes.find(({ name }) => name === own)!.rate).toBeGreaterThan(0);
    expect(processes.find(({ name }) => name === own)!.memory).toBeGreaterThan(2 ** 20);
    expect(processes.find(({ name }) => name === 'a:1')).toMatchObject({ rate: 0.2, memory: 2 ** 20 });
    expect(database.kind).toBe(kind);
    expect(database.milliseconds).toBeGreaterThan(0);
  });

  it('is told again and again as server-sent events, to those alone who may see it', async () => {
    const follow = (client: Client, span: string) =>
      fetch(`${here.base}/_/console/overview?span=${span}`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${client.token}` },
        signal: AbortSignal.timeout(170_000),
      });
    const other = await here.granted('integration', ['Magento_Catalog::products']);
    expect((await follow(other, '15m')).status).toBe(401);
    expect((await follow(here.admin, '2d')).status).toBe(400);
    const answer = await follow(here.admin, '1h');
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    const told = (): string[] => text.split('\n\n').slice(0, -1);
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    while (told().length < 2) text += (await reader.read()).value ?? '';
    await reader.cancel();
    for (const event of told()) {
      const [name, data] = event.split('\n');
      expect(name).toBe('event: overview');
      expect(JSON.parse(data!.slice('data: '.length))).toMatchObject({ span: '1h', step: 30 });
    }
  });

  it('is for admins and integrations with the right alone', async () => {
    const path = '/_/console/overview';
    fails(await here.guest.raw('GET', path), 401);
    fails(await (await here.callerOf('customer', 1)).raw('GET', path), 401);
    fails(await (await here.granted('admin', ['Magento_Catalog::products'])).raw('GET', path), 401);
    const allowed = await here.granted('integration', ['Magento_Backend::dashboard']);
    expect((await read('1h', allowed)).step).toBe(30);
    fails(await here.admin.raw('GET', `${path}?span=2h`), 400);
  });
});
