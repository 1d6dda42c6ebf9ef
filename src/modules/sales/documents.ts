import type { Call } from '../../kernel/call.ts';
import { formatTime } from '../../kernel/time.ts';
import type { Fields } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import { storedCount } from '../../storage/criteria/counter.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { decodeDocument, insertDocument, updateDocument } from '../../storage/documents.ts';
import { prepared, type Params } from '../../storage/prepared.ts';
import { inIds } from '../../storage/sql.ts';
import { noteChanges } from '../../platform/change-log/note.ts';
import { noteState, rememberState } from '../../platform/change-log/state.ts';
import { documentEntities } from './changes.ts';
import { salesErrors } from './errors.ts';
import type { DocumentKind } from './extensions.ts';
import { documentFields, documentText } from '../../storage/criteria/document-fields.ts';

/** The fields that all documents of orders have in common. */
export interface DocumentFields {
  entity_id: number;
  order_id: number;
  increment_id: string;
  store_id?: number | null | undefined;
  state?: number | null | undefined;
  created_at: string;
  updated_at: string;
  items: { entity_id: number; order_item_id: number; parent_id?: number | null }[];
  comments: { parent_id?: number | null }[];
}

/** Fields of a stored document that a new version of its record cannot change. */
const readOnlyFields = ['entity_id', 'order_id', 'created_at', 'items', 'comments', 'tracks'] as const;
type ReadOnlyName = (typeof readOnlyFields)[number];
const readOnlyNames: ReadonlySet<string> = new Set(readOnlyFields);
/** Fields that a record may change, but not empty. */
const neverEmpty: ReadonlySet<string> = new Set(['increment_id', 'state']);

/** The fields of a record that change the document which is stored. */
export function changesIn<D extends DocumentFields>(input: {
  readonly [K in Exclude<keyof D, ReadOnlyName>]?: D[K] | null;
}): Partial<D> {
  const changes = Object.entries(input).filter(
    ([name, value]) => !readOnlyNames.has(name) && (value !== null || !neverEmpty.has(name)),
  );
  return Object.fromEntries(changes) as Partial<D>;
}

/** The fields of a document that is not stored yet. It may have a time of creation already; the ids follow. */
export type NewDocument<D extends DocumentFields> = Omit<D, 'entity_id' | 'created_at' | 'updated_at'> & {
  created_at?: string | null;
  updated_at?: string | null;
};

/** A stored document: its fields are named as on the wire. */
export interface StoredDocument<D> {
  readonly id: number;
  readonly version: number;
  readonly fields: D;
}

/** Reads and writes the documents of one kind; their tables are alike. */
export interface DocumentStore<D extends DocumentFields> {
  /** The document with an id. Throws 404. */
  get(call: Call, id: number): Promise<StoredDocument<D>>;
  find(call: Call, id: number): Promise<StoredDocument<D> | undefined>;
  ofOrder(call: Call, orderId: number): Promise<StoredDocument<D>[]>;
  /** The documents of many orders by id of the order, in one query. */
  ofOrders(call: Call, orderIds: readonly number[]): Promise<Map<number, StoredDocument<D>[]>>;
  /**
   * Writes a new document; returns it with its times and its id, which is the parent id of its items and comments. The
   * caller completes it and writes it again. `keptId`: an unused id; absent: the next one.
   */
  insert(call: Call, fields: NewDocument<D>, keptId?: number): Promise<StoredDocument<D>>;
  update(call: Call, document: StoredDocument<D>): Promise<void>;
  /** Lists documents, without the fields of other modules. */
  list(call: Call, criteria: SearchCriteria): Promise<FoundList<D>>;
}

/** The store of one kind of documents; `fields`: their type on the wire. */
export function documentStore<D extends DocumentFields>(kind: DocumentKind, fields: Fields): DocumentStore<D> {
  // The tables of all kinds have the same columns, so the types of one serve for all.
  const table = `sales_${kind}` as 'sales_invoice';
  const byIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
    db.selectFrom(table).select(['id', 'document', 'version']).where(inIds('id', p.ids)),
  );
  const byOrder = prepared((db, p: Params<{ orderId: number }>) =>
    db.selectFrom(table).select(['id', 'document', 'version']).where('order_id', '=', p.orderId).orderBy('id'),
  );
  const byOrders = prepared((db, p: Params<{ orderIds: readonly number[] }>) =>
    db
      .selectFrom(table)
      .select(['id', 'document', 'version', 'order_id'])
      .where(inIds('order_id', p.orderIds))
      .orderBy('id'),
  );
  const entity = documentEntities[kind];
  const fieldsOf = (row: { id: number; document: string }): D => {
    const fields = decodeDocument<D>(row.document);
    // In earlier versions a request could empty the number.
    return Object.assign(fields, { entity_id: row.id, increment_id: fields.increment_id ?? '' });
  };
  const read = (call: Call, row: { id: number; document: string; version: number }): StoredDocument<D> => {
    rememberState(call, { entity, id: row.id }, () => fieldsOf(row));
    return { id: row.id, version: row.version, fields: fieldsOf(row) };
  };
  const searchFields = documentFields(fields, {
    table,
    columns: {
      entity_id: { kind: 'integer', column: `${table}.id`, notNull: true },
      order_id: { kind: 'integer', notNull: true },
      increment_id: { kind: 'text', notNull: true },
      store_id: { kind: 'integer', notNull: true },
      ...('state' in fields ? { state: { kind: 'integer' } } : {}),
      created_at: { kind: 'time', notNull: true, followsKey: true },
      updated_at: {
        kind: 'time',
        column: documentText(['updated_at'], `${table}.document`),
        notNull: true,
        followsKey: true,
      },
    },
  });
  const find = async (call: Call, id: number) => (await byIds(call.db, { ids: [id] })).map((row) => read(call, row))[0];
  const get: DocumentStore<D>['get'] = async (call, id) => {
    const found = await find(call, id);
    if (!found) throw salesErrors.notFound();
    return found;
  };
  return {
    find,
    get,
    ofOrder: async (call, orderId) => (await byOrder(call.db, { orderId })).map((row) => read(call, row)),
    ofOrders: async (call, orderIds) => {
      const rows = orderIds.length === 0 ? [] : await byOrders(call.db, { orderIds });
      return new Map(
        [...Map.groupBy(rows, (row) => row.order_id)].map(([id, of]) => [id, of.map((row) => read(call, row))]),
      );
    },
    insert: async (call, document, keptId) => {
      const now = formatTime(call.clock.now());
      const { created_at, updated_at } = document;
      const timed = Object.assign(document, { created_at: created_at ?? now, updated_at: updated_at ?? now });
      const columns = { ...(keptId !== undefined && { id: keptId }), ...columnsOf(timed) };
      const id = await insertDocument(call.db, table, columns, timed);
      for (const record of [...document.items, ...document.comments]) record.parent_id = id;
      noteChanges(call, [{ entity, id, key: document.increment_id, action: 'created' }]);
      return { id, version: 1, fields: Object.assign(timed, { entity_id: id }) as D };
    },
    update: async (call, document) => {
      document.fields.updated_at = formatTime(call.clock.now());
      await updateDocument(call.db, table, document, columnsOf(document.fields), document.fields);
      noteState(call, { entity, id: document.id, key: document.fields.increment_id }, document.fields);
    },
    list: (call, criteria) =>
      findList(call, criteria, {
        base: call.db.selectFrom(table),
        key: `${table}.id`,
        fields: searchFields,
        total: (on) => storedCount(on, table),
        load: async (on, ids: readonly number[]) =>
          new Map((await byIds(on.db, { ids })).map((row) => [row.id, fieldsOf(row)])),
      }),
  };
}

function columnsOf(fields: Omit<DocumentFields, 'entity_id'>) {
  return {
    order_id: fields.order_id,
    increment_id: fields.increment_id,
    store_id: fields.store_id ?? 0,
    state: fields.state ?? null,
    created_at: fields.created_at,
  };
}
