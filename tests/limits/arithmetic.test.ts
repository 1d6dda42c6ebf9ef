import * as fc from '../support/properties.ts';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../src/kernel/call.ts';
import { guest } from '../../src/kernel/call.ts';
import { addressKey } from '../../src/platform/limits/address.ts';
import { intervalOf, spend, standingOf, type RateLimit } from '../../src/platform/limits/bucket.ts';
import { createRequestLimiter, type RequestLimiter } from '../../src/platform/limits/requests.ts';
import { readerOf } from '../support/configuration.ts';

const rates = fc.record({ limit: fc.integer({ min: 1, max: 500 }), window: fc.integer({ min: 1000, max: 3_600_000 }) });

/** The moments at which requests come, in milliseconds. */
const arrivals = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 300 }).map((gaps) =>
  gaps.map(
    (
      (sum) => (gap: number) =>
        (sum += gap)
    )(1_700_000_000_000),
  ),
);

/** Which of the arrivals pass. */
function passing(rate: RateLimit, moments: readonly number[]): number[] {
  let full = 0;
  return moments.filter((now) => {
    if (standingOf(rate, full, now, 1).wait > 0) return false;
    full = spend(rate, full, now, 1);
    return true;
  });
}

describe('a limit', () => {
  test('lets through no more than a burst and what has come back since', () => {
    fc.assert(
      fc.property(rates, arrivals, (rate, moments) => {
        const passed = passing(rate, moments);
        for (const [i, from] of passed.entries()) {
          for (const [k, until] of passed.slice(i).entries()) {
            expect(k + 1).toBeLessThanOrEqual(rate.limit + (until - from) / intervalOf(rate) + 1.01);
          }
        }
      }),
    );
  });

  test('lets everything through that comes no faster than it comes back', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 200 }), (rate, count) => {
        const moments = Array.from({ length: count }, (_, i) => 1_700_000_000_000 + Math.ceil(i * intervalOf(rate)));
        expect(passing(rate, moments)).toEqual(moments);
      }),
    );
  });

  test('lets through exactly the limit at once, then says how long to wait, no longer and no shorter', () => {
    fc.assert(
      fc.property(rates, fc.integer({ min: 1, max: 500 }), (rate, asked) => {
        const now = 1_700_000_000_000;
        const cost = Math.min(asked, rate.limit);
        let full = 0;
        for (let i = 0; i < rate.limit; i++) {
          expect(standingOf(rate, full, now, 1)).toMatchObject({ remaining: rate.limit - i, wait: 0 });
          full = spend(rate, full, now, 1);
        }
        const { remaining, wait } = standingOf(rate, full, now, cost);
        expect(remaining).toBe(0);
        expect(standingOf(rate, full, now + wait + 1, cost).wait).toBe(0);
        if (wait > 2) expect(standingOf(rate, full, now + wait - intervalOf(rate) / 2, cost).wait).toBeGreaterThan(0);
      }),
    );
  });
});

describe('an address counts', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});

describe('requests of several processes', () => {
  const config = readerOf((path) => (path === 'souk/rate_limit/requests' ? '10' : undefined));
  const caller: Caller = { type: 'customer', id: 5, resources: new Set() };
  const passes = (limiter: RequestLimiter, who: Caller, address = '192.0.2.1'): boolean => {
    try {
      limiter.count(who, address, { setHeader: () => undefined });
      return true;
    } catch {
      return false;
    }
  };
  const send = (limiter: RequestLimiter, count: number): number =>
    Array.from({ length: count }, () => passes(limiter, caller)).filter(Boolean).length;

  test('are counted together', () => {
    const now = (): number => 1_700_000_000_000;
    const [one, other] = [createRequestLimiter(config, now), createRequestLimiter(config, now)];
    expect(send(one, 6)).toBe(6);
    other.add(one.take());
    expect(one.take()).toEqual([]);
    expect(send(other, 20)).toBe(4);
    one.add(other.take());
    expect(send(one, 1)).toBe(0);
  });

  test('are counted by account, and of guests by address', () => {
    const limiter = createRequestLimiter(config, () => 1_700_000_000_000);
    expect(send(limiter, 11)).toBe(10);
    expect(passes(limiter, { ...caller, id: 6 })).toBe(true);
    expect(passes(limiter, { ...caller, type: 'admin' })).toBe(true);
    for (let i = 0; i < 10; i++) expect(passes(limiter, guest)).toBe(true);
    expect(passes(limiter, guest)).toBe(false);
    expect(passes(limiter, guest, '192.0.2.2')).toBe(true);
  });
});
