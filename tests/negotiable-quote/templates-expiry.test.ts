import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';
import { templatesOf } from './templates-shop.ts';

const DAY = 86_400_000;

describe.each(engines)('the last day of quote templates on %s', (engine) => {
  let here: Here;
  let shop: ReturnType<typeof templatesOf>;
  beforeAll(async () => {
    here = await startHere(engine);
    shop = templatesOf(here);
  });
  const at = (now: string | null) => here.guest.raw('PUT', '/_/clock', { now }).then(ok);
  const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
  afterEach(() => at(null));
  afterAll(() => here.stop());

  it('ends the acceptance and the use of a template', async () => {
    const buyer = await shop.newBuyer();
    const used = await shop.active(buyer, { expiration_date: dayIn(5) });
    const offered = await shop.offered(buyer, { expiration_date: dayIn(5) });
    expect((await shop.get(used)).expiration_date).toBe(dayIn(5));
    await at(`${dayIn(5)}T12:00:00Z`);
    const onLastDay = await here.callerOf('customer', buyer.id);
    ok(await shop.act(onLastDay, 'generateQuote', used));
    await at(`${dayIn(6)}T12:00:00Z`);
    const late = await here.callerOf('customer', buyer.id);
    // The worker may have marked them already.
    const refusal = /no longer valid|in the state expired/;
    fails(await shop.act(late, 'generateQuote', used), 400, refusal);
    fails(await shop.act(late, 'accept', offered), 400, refusal);
  });
});
