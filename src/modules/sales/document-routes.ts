import type { Call } from '../../kernel/call.ts';
import type { PlatformError } from '../../kernel/errors.ts';
import { entity } from '../../kernel/entity.ts';
import { wantedIn } from '../../kernel/fields-filter.ts';
import type { Access, AnyRoute, MadeRoute } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { SearchCriteria, type SearchCriteria as Criteria } from '../../storage/criteria/criteria.ts';
import { answerList, listOf } from '../../storage/criteria/list.ts';
import { addDocumentComment, type SentComment } from './comments.ts';
import type { DocumentFields, DocumentStore } from './documents.ts';
import { showDocuments } from './extending.ts';
import type { DocumentKind } from './extensions.ts';
import { print } from './print/print.ts';

/** Names of the routes of a kind of documents, as literal types, and the schemas of their documents. */
interface DocumentRouteNames {
  /** Path of one document without its id. */
  readonly path: string;
  readonly list: { readonly path: string };
  /** The route that takes a comment. Where its path names a document, the document in the comment's body counts nevertheless. */
  readonly comment: { readonly path: string };
  /** The route that takes a whole document. */
  readonly record: { readonly path: string };
  /** Beginning of the services' names: `salesInvoice`. */
  readonly service: string;
  readonly type: t.ObjectType;
  readonly results: t.ObjectType;
  readonly commentType: t.ObjectType;
  readonly commentResults: t.ObjectType;
}

/** The specifics of the routes of a kind of documents. */
interface DocumentRoutes<D extends DocumentFields, I> extends DocumentRouteNames {
  readonly kind: DocumentKind;
  /** Display name of the document: `credit memo`. */
  readonly name: string;
  readonly summaries: { readonly get: string; readonly send: string; readonly comment: string };
  readonly access: Access;
  readonly store: DocumentStore<D>;
  /** Sends the mail about a document again; false when such mails are switched off. */
  readonly mail: (call: Call, id: number) => Promise<boolean>;
  readonly save: (call: Call, input: I) => Promise<D>;
  /** The error for a comment on an unknown document. */
  readonly missing: () => PlatformError;
}

type ById = { readonly id: typeof t.integer };
type Listed = { readonly searchCriteria: typeof SearchCriteria };
type OfService<N extends DocumentRouteNames, S extends string> = `${N['service']}${S}`;

/** The routes of documents with their names and types. */
type DocumentRoute<N extends DocumentRouteNames> =
  | MadeRoute<ById, N['type'], 'GET', `${N['path']}/:id`, OfService<N, 'RepositoryV1'>, 'get'>
  | MadeRoute<Listed, N['results'], 'GET', N['list']['path'], OfService<N, 'RepositoryV1'>, 'getList'>
  | MadeRoute<
      ById,
      N['commentResults'],
      'GET',
      `${N['path']}/:id/comments`,
      OfService<N, 'ManagementV1'>,
      'getCommentsList'
    >
  | MadeRoute<ById, typeof t.boolean, 'POST', `${N['path']}/:id/emails`, OfService<N, 'ManagementV1'>, 'notify'>
  | MadeRoute<
      { readonly entity: N['commentType'] },
      N['commentType'],
      'POST',
      N['comment']['path'],
      OfService<N, 'CommentRepositoryV1'>,
      'save'
    >
  | MadeRoute<
      { readonly entity: N['type'] },
      N['type'],
      'POST',
      N['record']['path'],
      OfService<N, 'RepositoryV1'>,
      'save'
    >;

/**
 * The common routes of invoices, shipments and credit memos: read, list, comment, email, and store a document
 * unchanged.
 */
export function documentRoutes<D extends DocumentFields, I, const N extends DocumentRouteNames>(
  declared: DocumentRoutes<D, I> & N,
): DocumentRoute<N>[];
export function documentRoutes<D extends DocumentFields, I>(declared: DocumentRoutes<D, I>): AnyRoute[] {
  return [...reads(declared), ...writes(declared)];
}

function one({ name }: { readonly name: string }): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
}

function reads<D extends DocumentFields, I>(declared: DocumentRoutes<D, I>): AnyRoute[] {
  const { kind, path, access, store } = declared;
  const repository = `${declared.service}RepositoryV1`;
  return [
    {
      method: 'GET',
      path: `${path}/:id`,
      service: repository,
      operation: 'get',
      summary: declared.summaries.get,
      access,
      input: { id: t.integer },
      output: declared.type,
      async handle({ id }: { id: number }, call, requestedFields) {
        const { fields } = await store.get(call, id);
        return (await showDocuments(call, kind, [fields], requestedFields))[0];
      },
      print: ({ id }: { id: number }, call) => print(call, kind, id),
    },
    {
      method: 'GET',
      path: declared.list.path,
      service: repository,
      operation: 'getList',
      summary: `List ${declared.name}s.`,
      access,
      input: { searchCriteria: SearchCriteria },
      output: declared.results,
      handle: async ({ searchCriteria }: { searchCriteria: Criteria }, call, requestedFields) =>
        answerList(await store.list(call, searchCriteria), requestedFields, (documents) =>
          showDocuments(call, kind, documents, wantedIn(requestedFields, 'items')),
        ),
    },
    {
      method: 'GET',
      path: `${path}/:id/comments`,
      service: `${declared.service}ManagementV1`,
      operation: 'getCommentsList',
      summary: `List the comments of ${one(declared)}.`,
      access,
      input: { id: t.integer },
      output: declared.commentResults,
      async handle({ id }: { id: number }, call, requestedFields) {
        // As in the interface, an unknown document has no comments rather than being an error.
        const comments = (await store.find(call, id))?.fields.comments ?? [];
        return answerList(listOf(comments, 'parent_id', id), requestedFields);
      },
    },
  ];
}

function writes<D extends DocumentFields, I>(declared: DocumentRoutes<D, I>): AnyRoute[] {
  const { kind, name, path, access, store, comment, commentType } = declared;
  return [
    {
      method: 'POST',
      path: `${path}/:id/emails`,
      service: `${declared.service}ManagementV1`,
      operation: 'notify',
      summary: declared.summaries.send,
      access,
      entity: entity(name, 'id'),
      input: { id: t.integer },
      output: t.boolean,
      handle: ({ id }: { id: number }, call) => declared.mail(call, id),
    },
    {
      method: 'POST',
      path: comment.path,
      service: `${declared.service}CommentRepositoryV1`,
      operation: 'save',
      summary: declared.summaries.comment,
      access,
      entity: entity(name, 'entity.parent_id'),
      input: { entity: commentType },
      ...(comment.path.includes(':id') ? { overrides: { id: t.string } } : {}),
      output: commentType,
      handle: (input: { entity: SentComment }, call) =>
        addDocumentComment(call, kind, store, input.entity, declared.missing),
    },
    {
      method: 'POST',
      path: declared.record.path,
      service: `${declared.service}RepositoryV1`,
      operation: 'save',
      summary: `Write the record of ${one(declared)} from the request, without a change of its order.`,
      access,
      entity: entity('order', 'entity.order_id', { names: ['entity.entity_id'] }),
      input: { entity: declared.type },
      output: declared.type,
      handle: (input: { entity: I }, call) => declared.save(call, input.entity),
    },
  ];
}
