import type { CommandHost } from '../../../src/kernel/commands.ts';
import { installationMetrics } from '../../../src/kernel/metrics.ts';
import { module, type Worker } from '../../../src/kernel/module.ts';
import type { Platform } from '../../../src/kernel/platform.ts';
import { checkedText, setting, settings } from '../../../src/kernel/settings.ts';
import { system } from '../../../src/kernel/system.ts';
import { mailTemplate } from '../../../src/platform/mail/template.ts';
import { addNote, getNotes } from './routes.ts';
import { migrations } from './tables.ts';

const stampText = setting(
  'notes/stamp/text',
  checkedText('small letters', (stored) => /^[a-z]+$/.test(stored)),
  'seen',
  'Text under each note',
);

/** Puts the configured stamp under what was noted. */
function startStamping(platform: Platform): Worker {
  const call = platform.newCall(system.caller, system.scope);
  let working = Promise.resolve();
  const stamp = (): Promise<void> =>
    call
      .transaction(async ({ db, config }) => {
        await db
          .updateTable('note')
          .set({ stamp: config.of(stampText) })
          .where('stamp', 'is', null)
          .execute();
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, 'notes cannot be stamped'));
  const timer = setInterval(() => (working = working.then(stamp)), 200);
  return {
    stop: () => {
      clearInterval(timer);
      return working;
    },
  };
}

function noteCommands({ program, withCall, list }: CommandHost): void {
  program
    .command('note:list')
    .description('list the notes')
    .action(() =>
      withCall(async ({ db }) => {
        const notes = await db.selectFrom('note').selectAll().orderBy('id').execute();
        list(
          notes.map(({ text, stamp }) => `${text}\t${stamp}`),
          'no notes',
        );
      }),
    );
}

/** A module as somebody may add it: all that the platform has to know of it stands here. */
export const notes = module({
  name: 'Notes',
  migrations,
  routes: [getNotes, addNote],
  install: async ({ db }) => void (await db.insertInto('note').values({ text: 'the first' }).execute()),
  configuration: settings([stampText]),
  commands: noteCommands,
  workers: [startStamping],
  metrics: installationMetrics(
    { stamped: { name: 'souk_notes_stamped', kind: 'gauge', description: 'Notes with a stamp' } },
    async ({ db }) => {
      const stamped = await db.selectFrom('note').select('id').where('stamp', 'is not', null).execute();
      return { stamped: stamped.length };
    },
  ),
  contributes: {
    mailTemplates: [
      mailTemplate({
        id: 'note',
        summary: 'Sends a note.',
        identity: 'general',
        texts: { en: { subject: 'A note' } },
        sample: { text: 'as a sample' },
        write: ({ text }: { text: string }, store) => ({
          subject: store.text('subject'),
          blocks: [{ kind: 'text', text }],
        }),
      }),
    ],
  },
});
