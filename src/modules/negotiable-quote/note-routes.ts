import { entity } from '../../kernel/entity.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { answerList } from '../../storage/criteria/list.ts';
import { addNote, listNotes, removeNote, requireNote, showNote } from './notes.ts';
import { ItemNote, ItemNoteSearchResults } from './types.ts';

const service = 'negotiableQuoteItemNoteRepositoryV1';
const manage = acl('Magento_NegotiableQuote::manage');
const view = acl('Magento_NegotiableQuote::view_quotes');

const save = route({
  method: 'POST',
  path: '/V1/negotiable-cart-item-note',
  service,
  operation: 'save',
  summary: 'Write a note on an item of a quote; returns its id.',
  access: manage,
  entity: entity('negotiable quote item', 'itemNote.negotiable_quote_item_id'),
  input: { itemNote: ItemNote },
  output: t.integer,
  handle: ({ itemNote }, call) => addNote(call, itemNote),
});

const search = route({
  method: 'GET',
  path: '/V1/negotiable-cart-item-note/search',
  service,
  operation: 'getList',
  summary: 'List notes on items of quotes.',
  access: view,
  input: { searchCriteria: SearchCriteria },
  output: ItemNoteSearchResults,
  handle: async ({ searchCriteria }, call, requestedFields) =>
    answerList(await listNotes(call, searchCriteria), requestedFields, (rows) => rows.map(showNote)),
});

const get = route({
  method: 'GET',
  path: '/V1/negotiable-cart-item-note/:noteId',
  service,
  operation: 'get',
  summary: 'Read a note on an item of a quote.',
  access: view,
  input: { noteId: t.integer },
  output: ItemNote,
  handle: async ({ noteId }, call) => showNote(await requireNote(call, noteId)),
});

const remove = route({
  method: 'DELETE',
  path: '/V1/negotiable-cart-item-note/:noteId',
  service,
  operation: 'deleteById',
  summary: 'Delete a note on an item of a quote.',
  access: manage,
  entity: entity('negotiable quote item note', 'noteId'),
  input: { noteId: t.integer },
  output: t.nothing,
  handle: ({ noteId }, call) => removeNote(call, noteId),
});

/** Routes of notes on items of quotes. */
export const noteRoutes = [save, search, get, remove];
