import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeExpiredMails } from '../../src/platform/mail/archive.ts';
import { engines } from '../storage/databases.ts';
import { fails, ok, unique, until, type Client } from '../support/client.ts';
import { newCustomer } from '../support/customers.ts';
import { mailTo } from '../support/mails.ts';
import { startHere, type Here } from '../support/here.ts';

interface Listed {
  readonly id: number;
  readonly recipient: string;
  readonly template: string;
}

describe.each(engines)('mails that were sent, on %s', (kind) => {
  let here: Here;
  let admin: Client;
  beforeAll(async () => {
    here = await startHere(kind);
    // Its token does not expire when the clock is set.
    admin = await here.granted('integration', 'all');
  });
  afterAll(() => here?.stop());

  const read = (path: string, client: Client = admin) => client.raw('GET', `/_/console/${path}`);
  const list = async (query = ''): Promise<Listed[]> => ok(await read(`mails?${query}`)).items;
  const kept = (email: string, template: string) =>
    until(async () => {
      const [found] = await list(`search=${encodeURIComponent(email)}&template=${template}`);
      return found && ok(await read(`mails/${found.id}`));
    });

  it('are kept as they look, with their headers', async () => {
    const { email } = await newCustomer({ admin }, { firstname: 'Grace', lastname: 'Hopper' });
    const mail = await kept(email.toUpperCase(), 'customer_account_welcome');
    expect(mail).toMatchObject({
      recipient: `Grace Hopper <${email}>`,
      sender: 'Owner <owner@example.com>',
      error: '',
      attachments: [],
      // There is no mail server.
      is_kept: true,
    });
    expect(mail.subject).toMatch(/^Your account/);
    expect(mail.message_id).toMatch(/^<\d+\.\d+@example\.com>$/);
    expect(mail.text).toContain('Hello Grace Hopper,');
    expect(mail.html).toContain('<p style="margin:0 0 16px">Hello Grace Hopper,</p>');
    expect(Date.parse(mail.sent_at)).toBeGreaterThanOrEqual(Date.parse(mail.queued_at));
    expect(ok(await read('mails')).templates).toContain('customer_password_reset');
  });

  it('hide what is for the recipient alone', async () => {
    const { email } = await newCustomer({ admin });
    ok(await here.guest.put('/V1/customers/password', { email, template: 'email_reset', websiteId: 1 }));
    const mail = await kept(email, 'customer_password_reset');
    expect(mail.text).toContain('&token=******');
    expect(mail.html).toContain('token=******');
    const sent = await mailTo({ env: { SOUK_VAR: here.souk.platform.settings.varFolder } }, email);
    const [, token] = /[?&]token=(\w{20,})/.exec(sent.text)!;
    expect(JSON.stringify(mail)).not.toContain(token);
  });

  it('are for those who are granted them', async () => {
    const other = await here.granted('integration', ['Magento_Customer::customer']);
    fails(await read('mails', other), 401, /Magento_Email::template/);
    fails(await read('mails/1', other), 401);
    fails(await read('mails/0'), 404);
    fails(await read('mails?limit=501'), 400, '"limit" must be a whole number from 1 to 500.');
    const reader = await here.granted('integration', ['Magento_Email::template']);
    expect(Array.isArray(ok(await read('mails', reader)).items)).toBe(true);
  });

  it('are kept in a number and for a time', async () => {
    await here.configure({ 'souk/mail/keep_most': '2' });
    const emails: string[] = [];
    // One after another: mails that wait leave side by side.
    for (let i = 0; i < 4; i++) {
      const { email } = await newCustomer({ admin }, { lastname: unique('Kept') });
      emails.push(email);
      await until(async () => (await list())[0]?.recipient.includes(email));
    }
    expect((await list()).map(({ recipient }) => emails.findIndex((email) => recipient.includes(email)))).toEqual([
      3, 2,
    ]);
    const before = (await list())[0]!.id;
    expect((await list(`before=${before}`)).map(({ id }) => id)).toEqual([(await list())[1]!.id]);
    ok(await here.guest.raw('PUT', '/_/clock', { now: new Date(Date.now() + 8 * 86_400_000).toISOString() }));
    await removeExpiredMails(here.souk.systemCall());
    expect(await list()).toEqual([]);
    ok(await here.guest.raw('PUT', '/_/clock', { now: null }));
    await here.configure({ 'souk/mail/keep_days': '0' });
    const { email } = await newCustomer({ admin });
    await until(async () => ok(await read('mails')).waiting === 0);
    expect(await list(`search=${email}`)).toEqual([]);
  });
});
