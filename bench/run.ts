import { benchBroker } from './broker.ts';
import { benchBulk } from './bulk.ts';
import { benchCheckout } from './checkout.ts';
import { benchCosts } from './costs.ts';
import { benchGraphql } from './graphql.ts';
import { benchHostileBodies } from './hostile-bodies.ts';
import { benchImport, benchImportFile } from './import.ts';
import { benchLatency } from './latency.ts';
import { benchOrders } from './orders.ts';
import { benchPeers } from './peers/peers.ts';
import { benchPostgres } from './postgres/postgres.ts';
import { benchProfile } from './profile/profile.ts';
import { benchReads } from './reads.ts';
import { printWorse, writeResults } from './results.ts';
import { benchRush } from './rush.ts';
import { benchScale } from './scale.ts';
import { benchSharedCatalogs } from './shared-catalogs.ts';
import { benchSimulate } from './simulate.ts';
import { benchSearch } from './search-scale.ts';
import { benchStart } from './start.ts';
import { benchStocks } from './stocks.ts';
import { benchWebhooks } from './webhooks.ts';

const parts: Record<string, (argument?: string) => Promise<void>> = {
  start: benchStart,
  reads: benchReads,
  bulk: benchBulk,
  import: benchImport,
  'import-file': benchImportFile,
  checkout: benchCheckout,
  graphql: benchGraphql,
  stocks: benchStocks,
  'shared-catalogs': benchSharedCatalogs,
  scale: benchScale,
  search: benchSearch,
  orders: benchOrders,
  rush: benchRush,
  broker: benchBroker,
  'hostile-bodies': benchHostileBodies,
  latency: benchLatency,
  postgres: benchPostgres,
  peers: benchPeers,
  webhooks: benchWebhooks,
  costs: benchCosts,
  simulate: benchSimulate,
  profile: benchProfile,
};
/** Parts that do not run unless they are named. */
const onRequest = new Set(['profile', 'postgres', 'search', 'peers']);
/** The short form: the parts whose ratios are kept, with fewer rounds. */
const short: Readonly<Record<string, string | undefined>> = {
  start: undefined,
  reads: '2000',
  bulk: '2000',
  checkout: '20',
  graphql: '500',
  stocks: '400',
};

// `short` writes the ratios to results.json; `orders=100000` gives a part its argument, `profile create` as well.
const given = process.argv.slice(2);
const names = given[0] === 'profile' && given[1] ? [`profile=${given[1]}`] : given;
const isShort = names.includes('short');
const wanted = new Map(
  isShort
    ? Object.entries(short)
    : names.map((one): [string, string | undefined] => {
        const [name = '', argument] = one.split('=');
        return [name, argument];
      }),
);
for (const [name, run] of Object.entries(parts)) {
  if (wanted.size > 0 ? !wanted.has(name) : onRequest.has(name)) continue;
  console.log(`\n${name}`);
  await run(wanted.get(name));
}
printWorse();
if (isShort) writeResults();
process.exit(0);
