import { afterEach, beforeEach, expect, test } from 'vitest';
import { newCompany } from '../company/shop.ts';
import { dayIn, newOffer } from '../negotiable-quote/offers.ts';
import { mails } from '../support/mails.ts';
import { newProduct } from '../support/products.ts';
import { startProcess, until, type SoukProcess } from '../support/souk.ts';

/** Quotes: as many as a worker reminds of in several transactions. */
const QUOTES = 60;
/** An email that a killed process had taken is sent by another one after two minutes, in seconds. */
const LEASE = 180;

let one: SoukProcess;
let other: SoukProcess | undefined;
beforeEach(async () => {
  one = await startProcess();
});
afterEach(async () => {
  await other?.stop();
  await one.stop();
});

test(
  'two servers, of which one is killed, remind of each quote once',
  async () => {
    const { boss } = await newCompany(one, { status: 1 });
    const { sku } = await newProduct(one);
    for (let i = 0; i < QUOTES; i++) {
      await newOffer(one, { customerId: boss.id, sku, last: dayIn(i % 2) });
    }
    const reminders = (): string[] =>
      mails(one)
        .filter(({ to, subject }) => to.includes(boss.email) && subject.includes('expires in'))
        .map(({ subject }) => subject);
    await one.kill();
    expect(reminders()).toEqual([]);
    const [, started] = await Promise.all([one.restart(), startProcess({ env: one.env as Record<string, string> })]);
    other = started;
    await one.kill();
    await until(async () => new Set(reminders()).size >= QUOTES, LEASE);
    // The next server reminds of the new quote alone.
    await newOffer(other, { customerId: boss.id, sku, last: dayIn(0) });
    await one.restart();
    await until(async () => new Set(reminders()).size > QUOTES);
    expect(new Set(reminders()).size).toBe(QUOTES + 1);
    // A process that is killed after it has sent an email leaves it to the other one: each has one batch at most.
    expect(reminders().length).toBeLessThan(QUOTES + QUOTES / 2);
  },
  (LEASE + 120) * 1000,
);
