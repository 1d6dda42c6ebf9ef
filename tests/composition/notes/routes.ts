import { none } from '../../../src/kernel/entity.ts';
import { acl, route } from '../../../src/kernel/route.ts';
import * as t from '../../../src/kernel/types.ts';

const Note = t.object('NotesDataNoteInterface', { id: t.integer, text: t.string, stamp: t.optional(t.string) });

const service = 'notesNoteRepositoryV1';

export const getNotes = route({
  method: 'GET',
  path: '/V1/notes',
  service,
  operation: 'getList',
  summary: 'Lists all notes.',
  access: acl('Magento_Backend::admin'),
  input: {},
  output: t.array(Note),
  handle: (_, { db }) => db.selectFrom('note').selectAll().orderBy('id').execute(),
});

export const addNote = route({
  method: 'POST',
  path: '/V1/notes',
  service,
  operation: 'add',
  summary: 'Adds a note.',
  access: acl('Magento_Backend::admin'),
  entity: none('a note is made'),
  input: { text: t.string },
  output: t.integer,
  handle: ({ text }, call) =>
    call.transaction(async ({ db }) => {
      const { id } = await db.insertInto('note').values({ text }).returning('id').executeTakeFirstOrThrow();
      return id;
    }),
});
