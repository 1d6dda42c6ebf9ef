import { module } from '../../kernel/module.ts';
import { eventsConfiguration } from './configuration.ts';
import './entities.ts';
import { startExchange } from './exchange.ts';
import { changeFeed } from './feed.ts';
import { startFollowers } from './followers.ts';
import { startChangeRetention } from './retention.ts';
import { changeMigration, changePartitionsMigration, changeTraceparentMigration } from './tables.ts';

/** Changes in the shop, published to other systems after their commit. */
export const events = module({
  name: 'Events',
  configuration: eventsConfiguration,
  migrations: [changeMigration, changePartitionsMigration, changeTraceparentMigration],
  unshown: ['change', 'change_pending', 'change_cursor'],
  workers: [startFollowers, startChangeRetention, startExchange],
  faces: [changeFeed],
});
