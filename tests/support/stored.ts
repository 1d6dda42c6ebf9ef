import Sqlite from 'better-sqlite3';
import { Client as PostgresClient } from 'pg';
import type { Souk } from './souk.ts';

/** The value of a setting as it lies in the database of a server. */
export async function storedSetting(souk: Souk, path: string): Promise<string> {
  const query = 'select value from core_config_data where path = $1';
  const url = souk.env.DATABASE_URL!;
  if (url.startsWith('sqlite:')) {
    const database = new Sqlite(url.slice('sqlite:'.length), { readonly: true });
    const row = database.prepare(query.replace('$1', '?')).get(path) as { value: string };
    database.close();
    return row.value;
  }
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value: string }>(query, [path]);
  await client.end();
  return rows[0]!.value;
}
