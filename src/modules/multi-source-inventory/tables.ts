import { sql, type Generated } from 'kysely';
import type { Migration } from '../../kernel/module.ts';

type Flag = 0 | 1;

/** A place that stores products. */
export interface SourceTable {
  source_code: string;
  name: string;
  enabled: Flag;
  description: string | null;
  latitude: number | null;
  longitude: number | null;
  contact_name: string | null;
  email: string | null;
  phone: string | null;
  fax: string | null;
  country_id: string;
  region_id: number | null;
  region: string | null;
  city: string | null;
  street: string | null;
  postcode: string;
  is_pickup_location_active: Flag;
  /** Name for customers; null: `name`. */
  frontend_name: string | null;
  frontend_description: string | null;
}

interface StockTable {
  stock_id: Generated<number>;
  name: string;
}

/** A channel of a stock. The default stock sells to websites without a row. */
interface SalesChannelTable {
  type: string;
  code: string;
  stock_id: number;
}

interface LinkTable {
  link_id: Generated<number>;
  stock_id: number;
  source_code: string;
  priority: number;
}

/** A source's item of a SKU. Items of the default source are stock items, except for SKUs without one. */
interface SourceItemTable {
  item_id: Generated<number>;
  source_code: string;
  sku: string;
  /** The case-folded SKU. */
  sku_key: string;
  /** Null while no product has the SKU. */
  product_id: number | null;
  quantity: number;
  status: Flag;
}

/** Totals by stock of the in-stock items of enabled sources. The default stock has none. */
interface StockIndexTable {
  stock_id: number;
  product_id: number;
  quantity: number;
  is_in_stock: Flag;
}

declare module '../../kernel/merged-types.ts' {
  interface Tables {
    inventory_source: SourceTable;
    inventory_stock: StockTable;
    inventory_stock_sales_channel: SalesChannelTable;
    inventory_source_stock_link: LinkTable;
    inventory_source_item: SourceItemTable;
    inventory_stock_index: StockIndexTable;
  }
}

/** Source item ids start after those of stock items, so that one list can contain both. */
const FIRST_ITEM_ID = 1_000_000_000;

/** Creates the tables of sources and stocks. */
export const migrations: readonly Migration[] = [
  {
    name: '001-sources-and-stocks',
    async up(db, { decimal }) {
      let source = db.schema
        .createTable('inventory_source')
        .addColumn('source_code', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull().unique())
        .addColumn('enabled', 'integer', (column) => column.notNull())
        .addColumn('latitude', sql.raw(decimal))
        .addColumn('longitude', sql.raw(decimal))
        .addColumn('region_id', 'integer')
        .addColumn('country_id', 'text', (column) => column.notNull())
        .addColumn('postcode', 'text', (column) => column.notNull())
        .addColumn('is_pickup_location_active', 'integer', (column) => column.notNull());
      const texts = ['description', 'contact_name', 'email', 'phone', 'fax', 'region', 'city', 'street'];
      for (const name of [...texts, 'frontend_name', 'frontend_description']) source = source.addColumn(name, 'text');
      await source.execute();
      await db.schema
        .createTable('inventory_stock')
        .addColumn('stock_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('name', 'text', (column) => column.notNull().unique())
        .execute();
      await db.schema
        .createTable('inventory_stock_sales_channel')
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('code', 'text', (column) => column.notNull())
        .addColumn('stock_id', 'integer', (column) =>
          column.notNull().references('inventory_stock.stock_id').onDelete('cascade'),
        )
        .addPrimaryKeyConstraint('inventory_stock_sales_channel_key', ['type', 'code'])
        .execute();
      await db.schema
        .createTable('inventory_source_stock_link')
        .addColumn('link_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('stock_id', 'integer', (column) =>
          column.notNull().references('inventory_stock.stock_id').onDelete('cascade'),
        )
        .addColumn('source_code', 'text', (column) => column.notNull().references('inventory_source.source_code'))
        .addColumn('priority', 'integer', (column) => column.notNull())
        .addUniqueConstraint('inventory_source_stock_link_key', ['stock_id', 'source_code'])
        .execute();
      await db.schema
        .createIndex('inventory_source_stock_link_source')
        .on('inventory_source_stock_link')
        .column('source_code')
        .execute();
    },
  },
  {
    name: '002-source-items',
    async up(db, { kind, decimal }) {
      await db.schema
        .createTable('inventory_source_item')
        .addColumn('item_id', 'integer', (column) => column.primaryKey().autoIncrement())
        .addColumn('source_code', 'text', (column) => column.notNull().references('inventory_source.source_code'))
        .addColumn('sku', 'text', (column) => column.notNull())
        .addColumn('sku_key', 'text', (column) => column.notNull())
        .addColumn('product_id', 'integer')
        .addColumn('quantity', sql.raw(decimal), (column) => column.notNull())
        .addColumn('status', 'integer', (column) => column.notNull())
        .addUniqueConstraint('inventory_source_item_key', ['source_code', 'sku_key'])
        .execute();
      for (const column of ['sku_key', 'product_id'] as const) {
        await db.schema
          .createIndex(`inventory_source_item_${column}`)
          .on('inventory_source_item')
          .column(column)
          .execute();
      }
      const start =
        kind === 'sqlite'
          ? sql`insert into sqlite_sequence (name, seq) values ('inventory_source_item', ${FIRST_ITEM_ID})`
          : sql`alter sequence inventory_source_item_item_id_seq restart with ${sql.lit(FIRST_ITEM_ID)}`;
      await start.execute(db);
      await db.schema
        .createTable('inventory_stock_index')
        .addColumn('stock_id', 'integer', (column) =>
          column.notNull().references('inventory_stock.stock_id').onDelete('cascade'),
        )
        .addColumn('product_id', 'integer', (column) =>
          column.notNull().references('catalog_product.id').onDelete('cascade'),
        )
        .addColumn('quantity', sql.raw(decimal), (column) => column.notNull())
        .addColumn('is_in_stock', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('inventory_stock_index_key', ['product_id', 'stock_id'])
        .execute();
      await db.schema
        .createIndex('inventory_stock_index_stock')
        .on('inventory_stock_index')
        .column('stock_id')
        .execute();
    },
  },
];
