import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteChanges } from '../../src/platform/change-log/note.ts';
import { readLog } from '../../src/platform/change-log/log.ts';
import { engines } from '../storage/databases.ts';
import { ok, unique, type Answer } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { product } from '../support/products.ts';

describe.each(engines)('changes of many writers on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind);
  });
  afterAll(() => here?.stop());

  const read = async (query: string) => ok(await here.admin.raw('GET', `/_/changes?${query}`));

  it('reach a reader who follows them once, in the order of each entity, whatever the order of commits', async () => {
    const start = (await read('')).position;
    const skus = Array.from({ length: 6 }, () => unique('w'));
    let made = 0;
    let changed = 0;
    let deleted = 0;
    const isDone = (answer: Answer): boolean => {
      expect([200, 400, 404, 503]).toContain(answer.status);
      return answer.status === 200;
    };
    const work = async (sku: string, round: number): Promise<void> => {
      if (isDone(await here.admin.post('/V1/products', { product: product({ sku, price: round + 1 }) }))) made++;
      if (isDone(await here.admin.put(`/V1/products/${sku}`, { product: { weight: round + 1 } }))) changed++;
      if (isDone(await here.admin.delete(`/V1/products/${sku}`))) deleted++;
    };
    // Three writers of each product get in each other's way.
    const writers = skus.flatMap((sku) =>
      [1, 2, 3].map(async (writer) => {
        for (let round = 0; round < 8; round++) await work(sku, writer * 10 + round);
      }),
    );
    let isOver = false;
    const all = Promise.all(writers).then(() => void (isOver = true));
    const live: { position: number; id: number; action: string }[] = [];
    for (let position = start, rest = true; rest;) {
      rest = !isOver;
      const page = await read(`after=${position}&entity=product&limit=7`);
      live.push(...page.changes);
      position = page.position;
      rest ||= page.more;
    }
    await all;
    const again: typeof live = [];
    for (let position = start, more = true; more;) {
      const page = await read(`after=${position}&entity=product&limit=1000`);
      again.push(...page.changes);
      ({ position, more } = page);
    }
    // Nothing has appeared behind the reader's back.
    expect(live).toEqual(again);
    expect(live.filter(({ action }) => action === 'deleted')).toHaveLength(deleted);
    expect(live.length).toBeGreaterThan(deleted + 20);
    expect(made + changed).toBeGreaterThanOrEqual(live.length - deleted);
    for (const changes of Map.groupBy(live, ({ id }) => id).values()) {
      const actions = changes.map(({ action }) => action);
      expect(actions.indexOf('created')).toBe(0);
      expect(actions.lastIndexOf('created')).toBe(0);
      expect([-1, actions.length - 1]).toContain(actions.indexOf('deleted'));
    }
  });

  it.runIf(kind === 'postgres')('are not skipped where an earlier transaction is committed later', async () => {
    const call = here.souk.systemCall();
    const start = (await read('')).position;
    const gate = Promise.withResolvers<void>();
    const isNoted = Promise.withResolvers<void>();
    const note = (id: number) => ({ entity: 'category', id, key: String(id), action: 'created' }) as const;
    const early = call.transaction(async (inside) => {
      // It has its number before the other one begins.
      await inside.db
        .insertInto('change_pending')
        .values({
          entity: 'category',
          entity_id: 9001,
          entity_key: '9001',
          action: 'created',
          fields: '[]',
          user_type: 2,
          user_id: 0,
          origin: null,
          created_at: 0,
        })
        .execute();
      isNoted.resolve();
      await gate.promise;
    });
    await isNoted.promise;
    await call.transaction(async (inside) => noteChanges(inside, [note(9002)]));
    const first = await readLog(call, start, 10);
    expect(first.changes.map(({ id }) => id)).toEqual([9002]);
    gate.resolve();
    await early;
    const second = await readLog(call, first.position, 10);
    expect(second.changes.map(({ id }) => id)).toEqual([9001]);
  });

  it('are none where a part of a transaction was undone, and one where an entity changed several times', async () => {
    const call = here.souk.systemCall();
    const start = (await read('')).position;
    const note = (id: number, action: 'created' | 'changed' | 'deleted', fields: string[] = []) => ({
      entity: 'category',
      id,
      key: String(id),
      action,
      fields,
    });
    await call.transaction(async (inside) => {
      noteChanges(inside, [note(1, 'created'), note(2, 'changed', ['a']), note(3, 'created')]);
      await inside
        .savepoint(async (part) => {
          noteChanges(part, [note(4, 'created')]);
          throw new Error('undone');
        })
        .catch(() => undefined);
      noteChanges(inside, [note(1, 'changed', ['b']), note(2, 'changed', ['b', 'a']), note(3, 'deleted')]);
      noteChanges(inside, [note(5, 'changed', [])]);
    });
    await call.transaction(async (inside) => noteChanges(inside, [note(6, 'created')])).catch(() => undefined);
    await expect(
      call.transaction(async (inside) => {
        noteChanges(inside, [note(7, 'created')]);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    const { changes } = await readLog(call, start, 10);
    expect(changes.map(({ id, action, fields }) => [id, action, fields.join()])).toEqual([
      [1, 'created', ''],
      [2, 'changed', 'a,b'],
      [6, 'created', ''],
    ]);
  });
});
