import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

/** A place with its postcode. */
interface GeonameTable {
  id: Generated<number>;
  country_code: string;
  /** Country, and the postcode folded and without blanks and hyphens: `US 98101`. */
  postcode_key: string;
  /** Country, and the folded name of the place: `US seattle`. */
  city_key: string;
  /** Folded name of the region. */
  region: string;
  /** Folded code of the region. */
  region_code: string;
  latitude: number;
  longitude: number;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    inventory_geoname: GeonameTable;
  }
}

/** Creates the table of places. */
export const migrations: readonly Migration[] = [
  {
    name: '001-geonames',
    async up(db, { decimal }) {
      let table = db.schema
        .createTable('inventory_geoname')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement());
      for (const name of ['country_code', 'postcode_key', 'city_key', 'region', 'region_code']) {
        table = table.addColumn(name, 'text', (column) => column.notNull());
      }
      for (const name of ['latitude', 'longitude']) {
        table = table.addColumn(name, sql.raw(decimal), (column) => column.notNull());
      }
      await table.execute();
      for (const name of ['country_code', 'postcode_key', 'city_key']) {
        await db.schema.createIndex(`inventory_geoname_${name}`).on('inventory_geoname').column(name).execute();
      }
    },
  },
];
