import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomer, PASSWORD, person } from '../support/customers.ts';
import { mails, mailTo } from '../support/mails.ts';
import { secondProcess, type SecondProcess } from '../support/second-process.ts';
import { Client, criteria, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';

// What has to happen once happens once, whichever process it is asked of.

let souk: Souk;
let other: SecondProcess;
beforeAll(async () => {
  souk = await startSouk();
  other = await secondProcess(souk);
});
afterAll(async () => {
  await other.end();
  await souk.stop();
});

/** Sends the same to both processes, several times at once. */
const fromAll = (send: (client: Client, i: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 10 }, (_, i) => send(new Client(i % 2 ? other.base : souk.base), i)));
const statuses = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

test('many creations of one e-mail address leave one account, with the mails of one', async () => {
  const one = person();
  const answers = await fromAll((client, i) =>
    client.post('/V1/customers', {
      customer: { ...one, email: i % 3 ? one.email : one.email.toUpperCase() },
      password: PASSWORD,
    }),
  );
  expect(statuses(answers, 200)).toBe(1);
  expect(statuses(answers, 400)).toBe(9);
  const found = ok(await souk.admin.get(`/V1/customers/search?${criteria([[{ field: 'email', value: one.email }]])}`));
  expect(found.total_count).toBe(1);
  const welcomes = (): number => mails(souk).filter(({ to }) => to.toLowerCase().includes(one.email)).length;
  await expect.poll(welcomes).toBe(1);
});

test('a reset token sets one password, whoever else tries it at the same time', async () => {
  const { email } = await newCustomer(souk);
  ok(await souk.guest.put('/V1/customers/password', { email, template: 'email_reset', websiteId: 1 }));
  const { text } = await mailTo(souk, email, ({ text: body }) => /token=/.test(body));
  const resetToken = /token=([A-Za-z0-9]+)/.exec(text)![1]!;
  const answers = await fromAll((client, i) =>
    client.post('/V1/customers/resetPassword', { email, resetToken, newPassword: `Chosen-${i}-pass` }),
  );
  expect(statuses(answers, 200)).toBe(1);
  const winner = answers.findIndex(({ status }) => status === 200);
  const signIn = (password: string): Promise<Answer> =>
    souk.guest.post('/V1/integration/customer/token', { username: email, password });
  ok(await signIn(`Chosen-${winner}-pass`));
  expect((await signIn(PASSWORD)).status).not.toBe(200);
});
