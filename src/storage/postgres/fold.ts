import type { ClientBase } from 'pg';

/** Key of the lock under which the function is created: a number that no other program uses. */
const lock = 5_086_011;

/** Collations whose lower case is closest to JavaScript's, best first. The last always exists, but knows ASCII only. */
const collations = ['und-x-icu', 'pg_unicode_fast', 'pg_c_utf8', 'C.UTF-8', 'C.utf8', 'en_US.utf8', 'C'];

/** Creates the function `fold_text(text)`, which folds texts as `foldText` does in JavaScript, if it does not exist. */
export async function setUpFold(client: ClientBase): Promise<void> {
  const present = await client.query<{ collname: string }>(
    'select collname from pg_collation where collname = any($1)',
    [collations],
  );
  const names = new Set(present.rows.map((row) => row.collname));
  const collation = collations.find((name) => names.has(name)) ?? 'C';
  // A text with as many bytes as characters is ASCII.
  const body = `select case when octet_length($1) = length($1) then lower($1 collate "C") else normalize(
    regexp_replace(normalize(lower($1 collate "${collation}"), NFD), '[\\u0300-\\u036f]', '', 'g'), NFC) collate "C" end`;
  const existing = await client.query(
    `select 1 from pg_proc where proname = 'fold_text' and pronamespace = current_schema()::regnamespace and prosrc = $1`,
    [body],
  );
  if (existing.rowCount) return;
  // One simple query is one transaction, which holds the lock until it ends.
  await client.query(`
    select pg_advisory_xact_lock(${lock});
    create or replace function fold_text(text) returns text language sql immutable strict parallel safe as $fold$${body}$fold$`);
}
