import { openStorage } from '../../src/storage/database.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { testModule } from './databases.ts';

/** Migrates the database at the URL of the first argument and prints the report. */
const storage = await openStorage(process.argv[2]!, { log: { warn: () => undefined } });
process.stdout.write(JSON.stringify(await migrate(storage, [testModule])));
await storage.close();
