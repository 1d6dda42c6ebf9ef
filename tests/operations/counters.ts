import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../src/kernel/call.ts';
import { entity } from '../../src/kernel/entity.ts';
import { defineErrors } from '../../src/kernel/errors.ts';
import { module } from '../../src/kernel/module.ts';
import { acl, route } from '../../src/kernel/route.ts';
import * as t from '../../src/kernel/types.ts';
import { requireSerial } from '../../src/storage/concurrent-work.ts';
import { storageErrors } from '../../src/storage/errors.ts';

declare module '../../src/kernel/merged-types.ts' {
  interface Tables {
    counter: { sku: string; notes: string };
  }
}

const errors = defineErrors('counters', {
  refused: ['couldNotSave', 'The counter "%sku" was refused.', 'an operation asks for it'],
});

/** A note to add to a counter. `fails` says how the attempt is to end, after it has written. */
const Note = t.object('counters-data-note-interface', {
  sku: t.string,
  text: t.string,
  fails: t.optional(t.string),
});

const Noted = t.object('counters-data-noted-interface', {
  notes: t.string,
  caller: t.string,
  store_code: t.optional(t.string),
});

/** How often each note was tried. */
export const attempts = new Map<string, number>();

async function addNote(call: Call, { sku, text, fails }: t.In<typeof Note>): Promise<t.Out<typeof Noted>> {
  const attempt = (attempts.get(text!) ?? 0) + 1;
  attempts.set(text!, attempt);
  await call.db
    .insertInto('counter')
    .values({ sku: sku!, notes: text! })
    .onConflict((conflict) =>
      conflict.column('sku').doUpdateSet(({ ref, eb }) => ({ notes: eb(ref('counter.notes'), '||', text!) })),
    )
    .execute();
  if (fails) fail(fails, sku!, attempt);
  const row = await call.db.selectFrom('counter').select('notes').where('sku', '=', sku!).executeTakeFirstOrThrow();
  const { type, id, resources } = call.caller;
  const granted = resources === 'all' ? 'all' : [...resources].join(',');
  return { notes: row.notes, caller: `${type} ${id} ${granted}`, store_code: call.scope.code };
}

/** `refused`, `bug`, `busy` (always), `busy 2` (twice, then it passes), `lost` (as if the connection went away); `alone` and `apart` do not fail. */
function fail(how: string, sku: string, attempt: number): void {
  const [kind, times] = how.split(' ');
  if (attempt > Number(times ?? Infinity)) return;
  switch (kind) {
    case 'refused':
      throw errors.refused({ sku }, { code: 3 });
    case 'busy':
      throw storageErrors.busy();
    case 'lost':
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
    case 'alone':
    case 'apart':
      return;
    default:
      throw new TypeError('secret detail of the program');
  }
}

const postNote = route({
  method: 'POST',
  path: '/V1/counters',
  service: 'countersCounterRepositoryV1',
  operation: 'add',
  summary: 'Adds a note.',
  access: acl('Counters::write'),
  entity: entity('counter', 'note.sku'),
  input: { note: Note },
  output: Noted,
  handle: ({ note }, call) => addNote(call, note),
});

/** As `postNote`, but with slow work before a transaction of its own. */
const postSlowNote = route({
  method: 'POST',
  path: '/V1/counters/slow',
  service: 'countersCounterRepositoryV1',
  operation: 'addSlowly',
  summary: 'Adds a note, slowly.',
  access: acl('Counters::write'),
  entity: entity('counter', 'note.sku'),
  input: { note: Note },
  output: Noted,
  transaction: false,
  handle: async ({ note }, call) => {
    await pause(2);
    const noted = await call.transaction((transaction) => addNote(transaction, note));
    // What is shown is read again, and takes its time, too.
    await pause(0);
    const row = await call.db.selectFrom('counter').select('notes').where('sku', '=', note.sku!).executeTakeFirst();
    return { ...noted, notes: row?.notes ?? null };
  },
});

/** How many notes are being added together at the moment, and the most that ever were. */
export const company = { now: 0, most: 0 };

/** As `postNote`, at the same time as others where the database can. `fails: 'apart'` reads what others write. */
const postNoteTogether = route({
  method: 'POST',
  path: '/V1/counters/together',
  service: 'countersCounterRepositoryV1',
  operation: 'addTogether',
  summary: 'Adds a note, together with others.',
  access: acl('Counters::write'),
  entity: entity('counter', 'note.sku'),
  input: { note: Note },
  output: Noted,
  concurrent: ({ note }) => note.fails !== 'alone',
  handle: async ({ note }, call) => {
    company.most = Math.max(company.most, ++company.now);
    try {
      if (note.fails === 'apart') requireSerial(call.db);
      return await addNote(call, note);
    } finally {
      company.now -= 1;
    }
  },
});

/**
 * Adds how many counters there are: what operations on other counters of the same group write. `fails: 'apart'` has it take its
 * turn, as whoever reads that has to; without that it breaks the law of `storage/concurrent-work.ts`.
 */
const postCount = route({
  method: 'POST',
  path: '/V1/counters/counted',
  service: 'countersCounterRepositoryV1',
  operation: 'addCount',
  summary: 'Adds the number of counters.',
  access: acl('Counters::write'),
  entity: entity('counter', 'note.sku'),
  input: { note: Note },
  output: Noted,
  concurrent: () => true,
  handle: async ({ note }, call) => {
    if (note.fails === 'apart') requireSerial(call.db);
    const { count } = await call.db
      .selectFrom('counter')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return await addNote(call, { ...note, text: `${note.text}${count}` });
  },
});

/** A module whose state shows exactly which operations took effect, how often and in what order. */
export const counters = module({
  name: 'Counters',
  routes: [postNote, postSlowNote, postNoteTogether, postCount],
  migrations: [
    {
      name: '001-counters',
      up: async (db) => {
        await db.schema
          .createTable('counter')
          .addColumn('sku', 'text', (column) => column.primaryKey())
          .addColumn('notes', 'text', (column) => column.notNull())
          .execute();
      },
    },
  ],
});
