import { resolve } from 'node:path';
import { readSettings } from '../environment/settings.ts';
import { backUpSqlite } from '../../storage/sqlite/backup.ts';
import type { ProgramHost } from './host.ts';
import { createLog } from './log.ts';
import { untilShop } from './start-checks.ts';

/** `backup`. */
export function registerBackupCommand({ program, env }: ProgramHost): void {
  program
    .command('backup')
    .description('back up the SQLite database to a new file while the server runs')
    .argument('<file>', 'file to write')
    .action(async (file: string) => {
      const settings = readSettings(env);
      const source = /^sqlite:(.+)$/.exec(settings.databaseUrl)?.[1];
      if (!source) throw new Error('backup supports only SQLite: use pg_dump for PostgreSQL (docs/running.md)');
      await untilShop(settings, createLog(settings.logLevel));
      await backUpSqlite(resolve(source), resolve(file));
      console.log(`Backup: ${resolve(file)}`);
    });
}
