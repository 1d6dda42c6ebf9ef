import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { insertRows } from '../../src/storage/rows.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique, until } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { newProduct } from '../support/products.ts';
import { countStatements, type StatementCount } from '../support/statements.ts';

/** A reader of the feed as a stream. */
interface Stream {
  /** The positions received so far, in order. */
  readonly positions: number[];
  /** Reads events up to this position. */
  readUntil(position: number): Promise<void>;
  close(): void;
}

describe.each(engines)('streams of changes on %s', (kind) => {
  let here: Here;
  let counted: StatementCount;
  beforeAll(async () => {
    here = await startHere(kind);
    counted = countStatements();
  });
  afterAll(async () => {
    counted?.stop();
    await here?.stop();
  });

  const open: Stream[] = [];
  afterEach(() => open.splice(0).forEach((stream) => stream.close()));

  const latest = async (): Promise<number> => ok(await here.admin.raw('GET', '/_/changes')).position;
  const allAfter = async (after: number): Promise<number[]> => {
    const found: number[] = [];
    for (let position = after; ;) {
      const page = ok(await here.admin.raw('GET', `/_/changes?after=${position}&limit=1000`));
      found.push(...page.changes.map((change: { position: number }) => change.position));
      position = page.position;
      if (!page.more) return found;
    }
  };
  const readsOfLog = () => counted.statements.filter((text) => /from "change" where "position" >/.test(text)).length;

  async function follow(query: string): Promise<Stream> {
    const stop = new AbortController();
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${here.admin.token}` };
    const response = await fetch(`${here.base}/_/changes?${query}`, { headers, signal: stop.signal });
    expect(response.status).toBe(200);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const positions: number[] = [];
    let text = '';
    const stream: Stream = {
      positions,
      async readUntil(position) {
        while ((positions.at(-1) ?? 0) < position) {
          text += (await reader.read()).value ?? '';
          const last = text.lastIndexOf('\n\n');
          if (last < 0) continue;
          const end = last + 2;
          const events = text.slice(0, end).matchAll(/^id: (\d+)\nevent: /gm);
          positions.push(...[...events].map(([, id]) => Number(id)));
          text = text.slice(end);
        }
      },
      close: () => stop.abort(),
    };
    open.push(stream);
    return stream;
  }

  /** Writes changes of products as if they had been made; gives the position of the last. */
  async function writeChanges(count: number): Promise<number> {
    const row = (i: number) => ({
      entity: i % 100 === 0 ? 'category' : 'product',
      entity_id: i + 1,
      entity_key: `made-${i}`,
      action: 'changed' as const,
      fields: '["name"]',
      user_type: 2,
      user_id: 1,
      origin: null,
      created_at: Date.now(),
    });
    const rows = Array.from({ length: count }, (_, i) => row(i));
    await here.souk.storage.transaction((db) => insertRows(db, 'change', rows));
    return latest();
  }

  it('are as many as there are readers, with one reader of the log', { timeout: 120_000 }, async () => {
    for (let i = 0; i < 20; i++) await newProduct(here, { sku: unique('s') });
    const last = await latest();
    const all = await allAfter(0);
    counted.reset();
    const streams = await Promise.all(Array.from({ length: 300 }, () => follow('after=0')));
    await Promise.all(streams.map((stream) => stream.readUntil(last)));
    for (const { positions } of streams) expect(positions).toEqual(all);
    expect(readsOfLog()).toBeLessThan(30);
    await newProduct(here, { sku: unique('s') });
    const now = await latest();
    expect(now).toBeGreaterThan(last);
    await Promise.all(streams.map((stream) => stream.readUntil(now)));
    const later = await allAfter(0);
    for (const { positions } of streams) expect(positions).toEqual(later);
  });

  it('come from a long log, to readers of any pace and of some kinds', { timeout: 120_000 }, async () => {
    const start = await latest();
    const last = await writeChanges(12_000);
    const all = await allAfter(start);
    expect(all).toHaveLength(12_000);
    const slow = await follow(`after=${start}&limit=10`);
    await slow.readUntil(start + 1);
    counted.reset();
    const quick = await Promise.all(Array.from({ length: 50 }, () => follow(`after=${start}&limit=1000`)));
    await Promise.all(quick.map((stream) => stream.readUntil(last)));
    // The log has 24 parts of 500; readers by themselves would read 600 pages.
    expect(readsOfLog()).toBeLessThan(60);
    for (const { positions } of quick) expect(positions).toEqual(all);
    const kinds = await follow(`after=${start}&entity=category`);
    await kinds.readUntil(all.at(-100)!);
    expect(kinds.positions).toEqual(all.filter((_, i) => i % 100 === 0));
    await slow.readUntil(last);
    expect(slow.positions).toEqual(all);
    const middle = await follow(`after=${start + 5432}`);
    await middle.readUntil(last);
    expect(middle.positions).toEqual(all.filter((position) => position > start + 5432));
  });

  it('go on after nobody has followed for a while, with all that has come meanwhile', async () => {
    const first = await follow('after=latest');
    const start = await latest();
    first.close();
    await until(async () => {
      counted.reset();
      await new Promise((resolve) => setTimeout(resolve, 400));
      return readsOfLog() === 0;
    });
    const last = await writeChanges(1800);
    const again = await follow(`after=${start}`);
    const atEnd = await follow(`after=${last}`);
    await again.readUntil(last);
    expect(again.positions).toEqual(await allAfter(start));
    await newProduct(here, { sku: unique('s') });
    const now = await latest();
    await Promise.all([again, atEnd].map((stream) => stream.readUntil(now)));
    expect(atEnd.positions).toEqual(await allAfter(last));
  });
});
