import { readCosts, type Costs } from './simulation/costs.ts';
import { curveOf, demandOf, largeShop, networkOf, planFor, queueAges, type ShopOfDay } from './simulation/day.ts';
import { simulateNetwork } from './simulation/network.ts';
import { row } from './support.ts';

/** Seconds of the busiest moment that are simulated call by call. */
const SECONDS = 60;

/**
 * What a shop takes, by the costs in `costs.json`: a day by the hour, how many processes, and its busiest minute call by call.
 * `simulate=orders:1000000,peak:4` changes what the shop is; the names are those of `ShopOfDay`.
 */
export async function benchSimulate(argument?: string): Promise<void> {
  const shop = shopOf(argument);
  const costs = readCosts();
  row('costs measured', costs.date, costs.machine);
  for (const [name, value] of Object.entries(shop)) row(`shop: ${name}`, value.toLocaleString('en'));
  const plan = planFor(shop, costs);
  console.log('\nneeded');
  row(
    'web processes',
    String(plan.web),
    `${plan.peak.web.toFixed(1)} cores busy at the peak, ${plan.peak.calls.toFixed(0)} calls/s`,
  );
  row('consumers', String(plan.consumers), `the night's import ends after ${plan.importMinutes.toFixed(0)} minutes`);
  row('cores of the database', String(plan.databaseCores), `${plan.peak.database.toFixed(1)} busy at the peak`);
  row('orders at the peak', `${plan.peak.orders.toFixed(1)}/s`);
  console.log('\nwhat there is one of, at the peak');
  const numbers = percent(plan.single.invoiceNumbers);
  row('numbers of invoices, where all orders are of one store view', numbers, 'at the most, if all are paid at once');
  row('sequencer of the change log', percent(plan.single.sequencer));
  row('stock of the product that is bought most', percent(plan.single.hottestProduct));
  row(
    'durable commits',
    percent(plan.single.commits),
    `of ${costs.commits.together}/s, as the disk of the measurement`,
  );
  row('database: products', `${plan.databaseGb.products.toFixed(0)} GB`);
  row('database: a year of orders', `${plan.databaseGb.ordersOfYear.toFixed(0)} GB`);
  printDay(shop, costs, plan);
  console.log(`\nthe busiest ${SECONDS} seconds, call by call`);
  const { stations, classes } = networkOf(shop, costs, plan, plan.peak.orders);
  const outcome = simulateNetwork(stations, classes, SECONDS);
  const ms = (seconds: number): string => `${(seconds * 1000).toFixed(1)} ms`;
  for (const [name, { utilisation, p50, p99 }] of Object.entries(outcome.stations)) {
    row(`${name}: busy`, percent(utilisation), `waits p50 ${ms(p50)}, p99 ${ms(p99)}`);
  }
  for (const [name, { count, p50, p99 }] of Object.entries(outcome.classes)) {
    row(`call: ${name}`, `p50 ${ms(p50)}`, `p99 ${ms(p99)}, ${count} calls`);
  }
}

function printDay(shop: ShopOfDay, costs: Costs, plan: ReturnType<typeof planFor>): void {
  console.log('\na day, every third hour');
  const curve = curveOf(shop.peak);
  const ages = queueAges(shop, costs, plan.consumers);
  for (let hour = 2; hour < 24; hour += 3) {
    const { web, database, calls } = demandOf(shop, costs, (shop.orders / 86_400) * curve(hour));
    row(
      `${String(hour).padStart(2, '0')}:00`,
      `${calls.toFixed(0)} calls/s`,
      `web ${percent(web / plan.web)}, database ${percent(database / plan.databaseCores)}, oldest operation ${ages[hour]!.toFixed(0)} min`,
    );
  }
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

/** The large shop with what the argument changes of it. Throws for a name that it has not, and for what is no number. */
function shopOf(argument: string | undefined): ShopOfDay {
  const changes = (argument ?? '').split(',').filter(Boolean);
  const given: Record<string, number> = {};
  for (const change of changes) {
    const [name = '', text = ''] = change.split(':');
    const value = Number(text);
    if (!(name in largeShop) || text === '' || !(value > 0)) {
      throw new Error(`"${change}": use <name>:<number> with one of ${Object.keys(largeShop).join(', ')}`);
    }
    given[name] = value;
  }
  return { ...largeShop, ...given };
}
