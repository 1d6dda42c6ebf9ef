import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, startProcess, until, type Answer, type SoukProcess } from '../support/souk.ts';
import { storedValues, writtenBy } from '../support/stored.ts';

let souk: SoukProcess;
beforeAll(async () => {
  souk = await startProcess({ env: { SOUK_LOG: 'trace' } });
});
afterAll(() => souk.stop());

const queue = (path: string) => souk.admin.raw('POST', `/_/queue/${path}`, {});

const written = () => writtenBy(souk);

async function details(answer: Answer): Promise<string> {
  expect(answer.status, answer.text).toBe(202);
  const uuid = answer.body.bulk_uuid as string;
  const shown = [
    ok(await souk.admin.get(`/V1/bulk/${uuid}/detailed-status`)),
    ok(await souk.admin.get(`/V1/bulk/${uuid}/status`)),
    ok(
      await souk.admin.get(
        `/V1/bulk/?searchCriteria[filter_groups][0][filters][0][field]=bulk_uuid&searchCriteria[filter_groups][0][filters][0][value]=${uuid}`,
      ),
    ),
  ];
  return JSON.stringify(shown);
}

async function settled(answer: Answer): Promise<string> {
  return await until(async () => {
    const shown = await details(answer);
    return !shown.includes('"status":4') && shown;
  });
}

const person = (email: string) => ({ email, firstname: 'A', lastname: 'B' });

test('D47: the secrets of an operation are written, shown and logged by nobody, before and after', async () => {
  const passwords = ['Sec-Ret-77-one!', 'Sec-Ret-77-two!', 'Sec-Ret-77-three!'];
  await queue('pause');
  const one = await souk.guest.post('/async/V1/customers', {
    customer: person('one@example.com'),
    password: passwords[0],
  });
  const two = await souk.guest.post('/async/bulk/V1/customers', [
    { customer: person('two@example.com'), password: passwords[1] },
    { customer: { email: 'no address' }, password: passwords[2] },
  ]);
  const reset = await souk.guest.post('/async/V1/customers/resetPassword', {
    email: 'one@example.com',
    resetToken: 'Sec-Ret-77-token',
    newPassword: 'Sec-Ret-77-new!',
  });
  for (const answer of [one, two, reset]) {
    expect(await details(answer)).toContain('******');
    expect(await details(answer)).not.toContain('Sec-Ret-77');
  }
  expect(await written()).not.toContain('Sec-Ret-77');
  const sealed = await storedValues(souk, 'select secrets from operation where secrets is not null');
  expect(sealed).toHaveLength(4);
  await queue('resume');
  for (const answer of [one, two, reset]) {
    const ended = await settled(answer);
    expect(ended).toContain('******');
    expect(ended).not.toContain('Sec-Ret-77');
  }
  expect(await written()).not.toContain('Sec-Ret-77');
  // What was hidden has come to the handler all the same.
  for (const [email, password] of [
    ['one@example.com', passwords[0]],
    ['two@example.com', passwords[1]],
  ]) {
    ok(await souk.guest.post('/V1/integration/customer/token', { username: email, password }));
  }
  // Sealed, too, they are gone from the database: from the pages of the file that nothing uses, when the log is written back.
  await souk.restart();
  const left = await written();
  for (const text of sealed) expect(left).not.toContain(text);
});
