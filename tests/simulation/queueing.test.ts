import { describe, expect, it } from 'vitest';
import { waitingOf, waitQuantile } from '../../bench/simulation/erlang.ts';
import { simulateNetwork, type JobClass, type Station } from '../../bench/simulation/network.ts';
import * as fc from '../support/properties.ts';

/** Jobs that a simulated station is given: enough for means within a few percent. */
const JOBS = 60_000;

const station = fc.record({
  servers: fc.integer({ min: 1, max: 12 }),
  utilisation: fc.double({ min: 0.2, max: 0.8, noNaN: true }),
  service: fc.double({ min: 0.0005, max: 2, noNaN: true }),
  seed: fc.integer({ min: 1, max: 1e6 }),
});

function simulateOne(stations: readonly Station[], visits: JobClass['visits'], rate: number, seed: number) {
  return simulateNetwork(stations, [{ name: 'job', rate, visits }], JOBS / rate, seed);
}

describe('the simulation of one station', () => {
  it('waits and is busy as the closed form of M/M/c says', () => {
    fc.assert(
      fc.property(station, ({ servers, utilisation, service, seed }) => {
        const rate = (utilisation * servers) / service;
        const theory = waitingOf({ rate, service, servers });
        const { stations, classes } = simulateOne([{ name: 's', servers }], [{ station: 's', service }], rate, seed);
        expect(stations.s!.utilisation).toBeGreaterThan(utilisation * 0.95);
        expect(stations.s!.utilisation).toBeLessThan(utilisation * 1.05);
        // Waits follow each other closely, so that their mean is less sure than that of the services.
        expect(Math.abs(stations.s!.mean - theory.meanWait)).toBeLessThan(0.2 * theory.meanWait + 0.02 * service);
        expect(Math.abs(classes.job!.mean - theory.meanWait - service)).toBeLessThan(
          0.15 * (theory.meanWait + service),
        );
        const late = waitQuantile({ rate, service, servers }, 0.99);
        expect(Math.abs(stations.s!.p99 - late)).toBeLessThan(0.3 * late + 0.1 * service);
      }),
      { numRuns: 20 },
    );
  });

  it('is so many stations of one server where each has a queue of its own', () => {
    const [servers, service, rate] = [5, 0.01, 350];
    const theory = waitingOf({ rate: rate / servers, service, servers: 1 });
    const { stations } = simulateOne([{ name: 's', servers, isSplit: true }], [{ station: 's', service }], rate, 3);
    expect(stations.s!.mean / theory.meanWait).toBeGreaterThan(0.85);
    expect(stations.s!.mean / theory.meanWait).toBeLessThan(1.15);
    // One queue for all would be far shorter.
    expect(stations.s!.mean).toBeGreaterThan(3 * waitingOf({ rate, service, servers }).meanWait);
  });
});

it('the simulation of a way through several stations is the sum of them, as Jackson proved', () => {
  const stations = [
    { name: 'web', servers: 3 },
    { name: 'database', servers: 2 },
  ];
  const visits = [
    { station: 'web', service: 0.01 },
    { station: 'database', service: 0.008 },
  ];
  const rate = 150;
  const { classes } = simulateOne(stations, visits, rate, 11);
  const expected = visits.reduce(
    (sum, { service }, i) => sum + service + waitingOf({ rate, service, servers: stations[i]!.servers }).meanWait,
    0,
  );
  expect(classes.job!.mean / expected).toBeGreaterThan(0.93);
  expect(classes.job!.mean / expected).toBeLessThan(1.07);
});

describe('the closed form', () => {
  it('is that of M/M/1 for one server', () => {
    const { chance, meanWait } = waitingOf({ rate: 0.75, service: 1, servers: 1 });
    expect(chance).toBeCloseTo(0.75, 10);
    expect(meanWait).toBeCloseTo(3, 10);
  });

  it('is Erlang C as tables have it: 10 servers, 8 erlangs', () => {
    expect(waitingOf({ rate: 8, service: 1, servers: 10 }).chance).toBeCloseTo(0.4092, 4);
  });

  it('waits for ever where more comes than is served', () => {
    expect(waitingOf({ rate: 2, service: 1, servers: 2 }).meanWait).toBe(Infinity);
    expect(waitQuantile({ rate: 3, service: 1, servers: 2 }, 0.5)).toBe(Infinity);
  });

  it('has a quantile that so many jobs stay below', () => {
    const load = { rate: 1.6, service: 1, servers: 2 };
    const wait = waitQuantile(load, 0.9);
    const { chance } = waitingOf(load);
    expect(chance * Math.exp(-(2 - 1.6) * wait)).toBeCloseTo(0.1, 10);
    expect(waitQuantile(load, 0.1)).toBe(0);
  });
});
