import type { Insertable, Selectable } from 'kysely';
import type { OrUndefined } from '../../kernel/fields.ts';
import { keysOf, recordOf } from '../../kernel/own-fields.ts';
import { decodeDocument } from '../../storage/documents.ts';
import { flags, numbers, texts } from './attribute-columns.ts';
import { storedEntityType } from './entities.ts';
import type { Attribute, StoredAttributeSet, BackendType, EntityCode } from './metadata-types.ts';
import type { AttributeSetTable, AttributeTable } from './tables.ts';

/** The writable fields of an attribute; missing and undefined ones stay unchanged. */
export type AttributeChanges = OrUndefined<
  Omit<
    Attribute,
    'id' | 'code' | 'entity' | 'entityTypeId' | 'applyTo' | 'labels' | 'validation' | keyof AttributeDetails
  >
> & {
  readonly applyTo?: readonly string[] | undefined;
  /** Labels of single store views; replace all that there are. */
  readonly labels?: ReadonlyMap<number, string>;
};

/** The required fields of a new attribute. */
export type NewAttribute = AttributeChanges & {
  readonly code: string;
  readonly backendType: BackendType;
  readonly additional?: Attribute['additional'];
  readonly validation?: Attribute['validation'];
  /** Forms that show it, such as `customer_account_edit`. */
  readonly forms?: Attribute['forms'];
};

type Row = Selectable<AttributeTable>;

/** Fields that are the same in the table, by their column. */
const plain = { ...texts, ...numbers, backendType: 'backend_type', scope: 'scope' } as const;

/** The content of the document `details`. */
export type AttributeDetails = Pick<
  Attribute,
  | 'isSystem'
  | 'sortOrder'
  | 'multilineCount'
  | 'inputFilter'
  | 'dataModel'
  | 'isSearchableInGrid'
  | 'forms'
  | 'additional'
>;

const noDetails: AttributeDetails = {
  isSystem: false,
  sortOrder: 0,
  multilineCount: 0,
  inputFilter: null,
  dataModel: null,
  isSearchableInGrid: false,
  forms: [],
  additional: {},
};

/** The attribute of a row. */
export function attributeOf(row: Row): Attribute {
  return {
    ...recordOf(keysOf(flags), (name) => row[flags[name]] === 1),
    ...recordOf(keysOf(texts), (name) => row[texts[name]]),
    ...recordOf(keysOf(numbers), (name) => row[numbers[name]]),
    ...noDetails,
    ...decodeDocument<Partial<AttributeDetails>>(row.details),
    id: row.attribute_id,
    code: row.attribute_code,
    entity: storedEntityType(row.entity_type_id).code as EntityCode,
    entityTypeId: row.entity_type_id,
    backendType: row.backend_type,
    scope: row.scope,
    applyTo: row.apply_to ? row.apply_to.split(',') : [],
    labels: readLabels(row.labels),
    validation: decodeDocument<Attribute['validation']>(row.validation),
  };
}

/** The attribute set of a row. */
export function setOf(row: Selectable<AttributeSetTable>): StoredAttributeSet {
  return {
    id: row.attribute_set_id,
    name: row.attribute_set_name,
    entityTypeId: row.entity_type_id,
    sortOrder: row.sort_order,
  };
}

/** The columns that changes write. */
export function columnsOf(changes: AttributeChanges): Partial<Insertable<AttributeTable>> {
  const columns: Record<string, unknown> = {};
  for (const name of keysOf(flags)) {
    if (changes[name] !== undefined) columns[flags[name]] = changes[name] ? 1 : 0;
  }
  for (const name of keysOf(plain)) {
    if (changes[name] !== undefined) columns[plain[name]] = changes[name];
  }
  if (changes.applyTo) columns.apply_to = changes.applyTo.length > 0 ? changes.applyTo.join(',') : null;
  if (changes.labels) columns.labels = writeLabels(changes.labels);
  return columns;
}

/** Labels by store id, from a document. */
export function readLabels(document: string): ReadonlyMap<number, string> {
  const labels = decodeDocument<Record<string, string>>(document);
  return new Map(Object.entries(labels).map(([storeId, label]) => [Number(storeId), label]));
}

/** Labels by store id, as a document. */
export function writeLabels(labels: ReadonlyMap<number, string>): string {
  return JSON.stringify(Object.fromEntries(labels));
}
