import { openStorage } from '../../src/storage/database.ts';
import { makePartitions } from '../../src/storage/partitions.ts';
import { callOn, openPlatform } from '../operations/platform.ts';
import { readings } from './readings.ts';

/** Makes partitions in the database at the URL of the first argument, of as many rows as the second says, again and again. */
const platform = await openPlatform(await openStorage(process.argv[2]!, { log: { warn: () => undefined } }));
platform.settingsByPath.set('souk/operations/partition_rows', process.argv[3]!);
for (;;) await makePartitions(callOn(platform), readings).catch(() => undefined);
