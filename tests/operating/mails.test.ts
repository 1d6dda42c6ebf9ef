import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

interface SentMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly links: readonly string[];
}

describe.each(engines)('emails for tests, on %s', (kind) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(kind, { env: { SOUK_CONTROL: '1' } });
  });
  afterAll(() => here?.stop());

  const mails = async (query: string): Promise<SentMail[]> =>
    ok(await here.guest.raw('GET', `/_/mails?${query}`)).mails;

  it('waits for an email to an address, and has its links with their secrets', async () => {
    const email = `${unique('reader')}@example.com`;
    const customer = { email, firstname: 'Ada', lastname: 'Example', website_id: 1 };
    ok(await here.admin.post('/V1/customers', { customer, password: 'Secret-123' }));
    const [welcome] = await mails(`to=${encodeURIComponent(email.toUpperCase())}&wait=30`);
    expect(welcome!.to).toContain(email);
    const waiting = mails(`to=${encodeURIComponent(email)}&after=${welcome!.id}&wait=30`);
    ok(await here.guest.put('/V1/customers/password', { email, template: 'email_reset', websiteId: 1 }));
    const [reset] = await waiting;
    const link = reset!.links.find((one) => one.includes('token='));
    const token = new URL(link!).searchParams.get('token')!;
    expect(token).toMatch(/^\w{20,}$/);
    ok(await here.guest.post('/V1/customers/resetPassword', { email, resetToken: token, newPassword: 'Other-1234' }));
    // People see the mask.
    const shown = ok(await here.admin.raw('GET', `/_/console/mails/${reset!.id}`));
    expect(JSON.stringify(shown)).not.toContain(token);
    expect(shown.html).toContain('******');
  });

  it('answers at once with none, and refuses wrong parameters and others than programs of this machine', async () => {
    expect(await mails('to=nobody@example.com')).toEqual([]);
    for (const query of ['wait=61', 'wait=x', 'after=x', 'to=a&to=b']) {
      fails(await here.guest.raw('GET', `/_/mails?${query}`), 400);
    }
    expect((await here.guest.raw('GET', '/_/mails', undefined, { 'x-forwarded-for': '10.1.2.3' })).status).toBe(404);
  });
});

it('without the control plane, no secrets of emails are stored', async () => {
  const here = await startHere('sqlite', { env: { SOUK_CONTROL: '0' } });
  try {
    const email = `${unique('reader')}@example.com`;
    const customer = { email, firstname: 'Ada', lastname: 'Example', website_id: 1 };
    ok(await here.admin.post('/V1/customers', { customer, password: 'Secret-123' }));
    const { db } = here.souk.systemCall();
    await expect
      .poll(() => db.selectFrom('sent_mail').select('whole').execute(), { timeout: 20_000 })
      .toEqual([{ whole: null }]);
    expect((await here.guest.raw('GET', '/_/mails')).status).toBe(404);
  } finally {
    await here.stop();
  }
});
