import { sql, type Generated, type Kysely } from 'kysely';
import type { Tables } from '../../kernel/call.ts';
import { foldText } from '../../kernel/fold.ts';
import type { DialectTypes, Migration } from '../../kernel/module.ts';
import { decodeDocument, encodeDocument } from '../../storage/documents.ts';
import { firstTypes } from './first-types.ts';
import type { AttributeValues, RegistryTypeDocument } from './registry-types.ts';
import { newRegistryUid } from './uids.ts';

/** A type of registries: label, position and attributes are in the document. */
interface RegistryTypeTable {
  id: Generated<number>;
  code: string;
  document: string;
  version: number;
}

/** A recipient of the gifts of a registry. */
export interface RegistrantTable {
  id: Generated<number>;
  registry_id: number;
  firstname: string;
  lastname: string;
  email: string;
  /** First and last name as `nameKey` returns them, for searches. */
  name_key: string;
  /** The folded email address, for searches. */
  email_key: string;
  /** Attribute values by code. */
  document: string;
}

/** An invitation that a customer has sent, to count those of an hour. */
interface InvitationTable {
  customer_id: number;
  sent_at: string;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    gift_registry_type: RegistryTypeTable;
    gift_registry_registrant: RegistrantTable;
    gift_registry_invitation: InvitationTable;
  }
}

/** The name of a registrant as searches compare it: without case and accents. */
export function nameKey(firstname: string, lastname: string): string {
  return `${foldText(firstname.trim())}\n${foldText(lastname.trim())}`;
}

/** The document of a registry before registrants had a table. */
interface FormerDocument {
  readonly registrants?: readonly {
    readonly firstname: string;
    readonly lastname: string;
    readonly email: string;
    readonly told: AttributeValues;
  }[];
}

async function createTables(db: Kysely<Tables>, dialect: DialectTypes): Promise<void> {
  await db.schema
    .createTable('gift_registry_type')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('document', sql.raw(dialect.document), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('gift_registry_registrant')
    .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('registry_id', 'integer', (column) =>
      column.notNull().references('gift_registry.id').onDelete('cascade'),
    )
    .addColumn('firstname', 'text', (column) => column.notNull())
    .addColumn('lastname', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('document', sql.raw(dialect.document), (column) => column.notNull())
    .execute();
  for (const column of ['registry_id', 'name_key', 'email_key'] as const) {
    const index = db.schema.createIndex(`gift_registry_registrant_${column}`).on('gift_registry_registrant');
    await index.column(column).execute();
  }
  await db.schema
    .createTable('gift_registry_invitation')
    .addColumn('customer_id', 'integer', (column) => column.notNull())
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('gift_registry_invitation_customer')
    .on('gift_registry_invitation')
    .columns(['customer_id', 'sent_at'])
    .execute();
}

async function insertTypes(db: Kysely<Tables>, types: Readonly<Record<string, RegistryTypeDocument>>): Promise<void> {
  const rows = Object.entries(types).map(([code, type]) => ({ code, document: encodeDocument(type), version: 1 }));
  await db.insertInto('gift_registry_type').values(rows).execute();
}

/** Gives existing registries public ids, and moves their registrants from the documents into the table. */
async function convertRegistries(db: Kysely<Tables>): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('gift_registry')
      .select(['id', 'document'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute();
    if (rows.length === 0) return;
    for (const row of rows) {
      last = row.id;
      const { registrants = [], ...document } = decodeDocument<FormerDocument>(row.document);
      await db
        .updateTable('gift_registry')
        .set({ uid: newRegistryUid(), document: encodeDocument(document) })
        .where('id', '=', row.id)
        .execute();
      const people = registrants.map(({ firstname, lastname, email, told }) => ({
        registry_id: row.id,
        firstname,
        lastname,
        email,
        name_key: nameKey(firstname, lastname),
        email_key: foldText(email),
        document: encodeDocument(told),
      }));
      if (people.length > 0) await db.insertInto('gift_registry_registrant').values(people).execute();
    }
  }
}

/** The second step of the tables: types as rows, registrants that can be searched, and public ids. */
export const storefrontMigration: Migration = {
  name: '002-storefront',
  async up(db, dialect) {
    await createTables(db, dialect);
    await insertTypes(db, firstTypes);
    await db.schema
      .alterTable('gift_registry')
      .addColumn('uid', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await convertRegistries(db);
    await db.schema.createIndex('gift_registry_uid').unique().on('gift_registry').column('uid').execute();
  },
};
