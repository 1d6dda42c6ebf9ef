import { deprecated, inputTypes, mutations, objectType, queries, valueTypes } from '../../src/kernel/graphql.ts';
import type { InputTypesOf, ValueTypesOf } from '../../src/kernel/graphql.ts';

/** The domain value behind the type. Its lists are readonly. */
interface Note {
  readonly id: number;
  readonly text: string;
}

// Types whose values have every field as a property.
const values = valueTypes({ AddNoteOutput: { note: 'Note!' } });
const inputs = inputTypes({ NoteInput: { text: 'String!', tags: '[String!]' } });

declare module '../../src/kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values>, InputTypesOf<typeof inputs> {
    Note: Note;
  }
}

const note = objectType('Note', (t) => ({
  uid: t.field('ID!', ({ id }) => btoa(String(id))),
  id: deprecated('Use `uid`.', 'Int'),
  text: 'String!',
  // One query for all notes of a response.
  views: t.batch('Int!', { since: 'String = "2020"' }, async (notes, { since }) =>
    notes.map(({ id }) => id + Number(since)),
  ),
}));

export const notes = [
  values,
  inputs,
  note,
  queries((t) => ({
    note: t.field('Note', { uid: 'ID!' }, (_, { uid }) => ({ id: Number(atob(uid)), text: 'A note' })),
  })),
  mutations((t) => ({
    addNote: t.field(
      'AddNoteOutput',
      { input: 'NoteInput!' },
      async (_, { input }) => ({ note: { id: 1, text: input.text } }),
      { customersOnly: true },
    ),
  })),
];
