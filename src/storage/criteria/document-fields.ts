import { sql } from 'kysely';
import { bare, type Fields, type Type } from '../../kernel/types.ts';
import type { FieldKind } from './conditions.ts';
import type { SearchField } from './fields.ts';
import { perDialect } from '../dialects.ts';

/** The location of a record's fields when the record is stored as a document. */
interface DocumentPlace {
  readonly table: string;
  /** Fields that are columns, with their kind; the name of the column if it differs. */
  readonly columns: Readonly<Record<string, SearchField>>;
  /** Name of the object in the document that contains the fields; undefined: the document itself. */
  readonly under?: string;
}

/** Every scalar field of a record, as a field of its list: columns by index, others from the document. */
export function documentFields(fields: Fields, place: DocumentPlace): Readonly<Record<string, SearchField>> {
  const found: Record<string, SearchField> = {};
  for (const [name, type] of Object.entries(fields)) {
    const kind = kindOf(name, type);
    if (kind) found[name] = inDocument(place.table, place.under ? [place.under, name] : [name], kind);
  }
  return { ...found, ...place.columns };
}

function kindOf(name: string, type: Type): FieldKind | undefined {
  switch (bare(type).kind) {
    case 'string':
      return name.endsWith('_at') ? 'time' : 'text';
    case 'integer':
      return 'integer';
    case 'number':
      return 'number';
    case 'boolean':
      return 'flag';
    default:
      return undefined;
  }
}

const casts: Partial<Record<FieldKind, string>> = {
  integer: 'bigint',
  number: 'double precision',
  flag: 'boolean::integer',
};

/** A field at a path of the document of a table. */
export function inDocument(table: string, path: readonly string[], kind: FieldKind): SearchField {
  return { kind, column: documentText(path, `${table}.document`, casts[kind]) };
}

/** The value at a path of a document, as text or cast to a PostgreSQL type; the text is the same in an index and in queries. */
export function documentText(path: readonly string[], column = 'document', cast?: string) {
  const document = sql.ref(column);
  const text = sql`(${document} #>> ${sql.lit(`{${path.join(',')}}`)})`;
  return perDialect<unknown>({
    sqlite: sql`json_extract(${document}, ${sql.lit(`$.${path.join('.')}`)})`,
    postgres: cast ? sql`(${text}::${sql.raw(cast)})` : text,
  });
}
