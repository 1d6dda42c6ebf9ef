import { sql } from 'kysely';
import type { Migration } from '../../../kernel/module.ts';
import { indexedLength } from './index-rows.ts';

/** Removes accents from the searchable values of products; release 0.1.0 stored them with accents. */
export const foldIndexMigration: Migration = {
  name: '009-fold-accents',
  async up(db) {
    const whole = sql`fold_text(coalesce(i.long_text, i.text_value))`;
    // A text that was cut is as long as its column.
    const length = sql`(case when length(i.text_value) <= ${sql.lit(indexedLength.text)}
      then ${sql.lit(indexedLength.text)} else ${sql.lit(indexedLength.varchar)} end)`;
    // ASCII has no accents: a text with as many bytes as characters stays.
    await sql`update catalog_product_index as i
      set text_value = case when i.long_text is null then ${whole} else substr(${whole}, 1, ${length}) end,
        long_text = case when i.long_text is not null and length(${whole}) > ${length} then ${whole} end
      where i.text_value is not null
        and octet_length(coalesce(i.long_text, i.text_value)) > length(coalesce(i.long_text, i.text_value))`.execute(
      db,
    );
  },
};
