import { describe, expect, it } from 'vitest';
import { readCosts, type Costs } from '../../bench/simulation/costs.ts';
import { curveOf, demandOf, largeShop, networkOf, planFor, queueAges } from '../../bench/simulation/day.ts';
import { simulateNetwork } from '../../bench/simulation/network.ts';
import * as fc from '../support/properties.ts';

const costs = readCosts();

describe('the simulation against a real run', () => {
  it('says how busy the web process was, and how long its answers took at the least', () => {
    const { rate, utilisation, p50 } = costs.point;
    const { souk, database } = costs.calls.freshPage;
    const half = { station: 'web', service: souk / 2000 };
    const { stations, classes } = simulateNetwork(
      [
        { name: 'web', servers: 1 },
        { name: 'database', servers: 2 },
      ],
      [{ name: 'page', rate, visits: [half, { station: 'database', service: database / 1000 }, half] }],
      300,
    );
    expect(stations.web!.utilisation / utilisation).toBeGreaterThan(2 / 3);
    expect(stations.web!.utilisation / utilisation).toBeLessThan(1.5);
    // The client, the network and what else ran on the machine are in the measured time alone.
    expect(classes.page!.p50).toBeLessThan(p50 * 1.1);
    expect(classes.page!.p50).toBeGreaterThan(p50 / 6);
  });
});

describe('a day', () => {
  it('has the peak that it is told, and the mean of one', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.2, max: 12, noNaN: true }), (peak) => {
        const curve = curveOf(peak);
        const hours = Array.from({ length: 2400 }, (_, i) => curve(i / 100));
        expect(Math.max(...hours)).toBeCloseTo(peak, 2);
        expect(hours.reduce((sum, one) => sum + one, 0) / 2400).toBeCloseTo(1, 2);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves no operation waiting longer than consumers that are fewer let it', () => {
    const { consumers } = planFor(largeShop, costs);
    const ages = (count: number): number => Math.max(...queueAges(largeShop, costs, count));
    expect(ages(consumers * 4)).toBeLessThanOrEqual(ages(consumers));
    expect(ages(1)).toBeGreaterThanOrEqual(ages(consumers));
    // By the evening before the import of the next night everything is done.
    expect(queueAges(largeShop, costs, consumers).at(-1)).toBe(0);
  });
});

describe('what a shop takes', () => {
  it('keeps each tier below the busiest that is planned, and waits short, call by call', () => {
    const plan = planFor(largeShop, costs);
    const { stations, classes } = networkOf(largeShop, costs, plan, plan.peak.orders);
    const outcome = simulateNetwork(stations, classes, 20);
    for (const { utilisation, p99 } of Object.values(outcome.stations)) {
      expect(utilisation).toBeLessThan(0.65);
      expect(p99).toBeLessThan(0.13);
    }
    expect(
      (outcome.stations.web!.utilisation * plan.web) / demandOf(largeShop, costs, plan.peak.orders).web,
    ).toBeCloseTo(1, 1);
  });

  it('grows with orders, and with what a call costs', () => {
    const small = planFor({ ...largeShop, orders: largeShop.orders / 10 }, costs);
    const large = planFor(largeShop, costs);
    expect(large.web).toBeGreaterThan(5 * small.web);
    expect(large.databaseCores).toBeGreaterThan(small.databaseCores);
    expect(large.single.sequencer / small.single.sequencer).toBeCloseTo(10, 6);
    const twice = ({ souk, database }: { souk: number; database: number }) => ({ souk: souk * 2, database });
    const calls = Object.fromEntries(Object.entries(costs.calls).map(([name, cost]) => [name, twice(cost)]));
    const dear = planFor(largeShop, { ...costs, calls: calls as Costs['calls'] });
    expect(dear.peak.web / large.peak.web).toBeCloseTo(2, 6);
    expect(dear.web).toBeGreaterThan(1.8 * large.web - 2);
  });
});
