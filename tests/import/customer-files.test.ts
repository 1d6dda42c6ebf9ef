import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mails } from '../support/mails.ts';
import { ok, startSouk, unique, type Answer, type Souk } from '../support/souk.ts';

let souk: Souk;
const file = join(mkdtempSync(join(tmpdir(), 'souk-customers-')), 'rows.csv');
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

/** A request that imports rows of a kind of records. */
const importRows = (entity: string, lines: readonly string[], source: object = {}): Promise<Answer> =>
  souk.admin.post('/V1/import/csv', {
    source: {
      entity,
      behavior: 'append',
      validation_strategy: 'validation-skip-errors',
      allowed_error_count: '10',
      csv_data: Buffer.from(lines.join('\n')).toString('base64'),
      ...source,
    },
  });
async function importFile(
  kind: string,
  lines: readonly string[],
): Promise<{ code: number | null; stderr: string; stdout: string }> {
  writeFileSync(file, lines.join('\n'));
  return await souk.cli('import', file, '--kind', kind);
}
async function customersOf(email: string) {
  const path = `/V1/customers/search?searchCriteria[filter_groups][0][filters][0][field]=email&searchCriteria[filter_groups][0][filters][0][value]=${email}`;
  return ok(await souk.admin.get(path)).items;
}
const newEmail = (): string => `${unique('file')}@example.com`;

describe('customers with their addresses in one file', () => {
  const header =
    'email,_website,_store,firstname,lastname,_address_firstname,_address_lastname,_address_street,_address_city,_address_region,_address_postcode,_address_country_id,_address_telephone,_address_default_billing_,_address_default_shipping_';
  const address = (street: string, city: string, defaults: string): string =>
    `Ann,Lee,${street},${city},Texas,73301,US,1,${defaults}`;
  const rowsOf = (email: string, other: string): string[] => [
    header,
    `${email},base,default,Ann,Lee,${address('Main 1', 'Austin', '1,')}`,
    `,,,,,${address('Main 2', 'Dallas', ',1')}`,
    `,,,,,${address('Main 3', 'Houston', ',')}`,
    `${other},base,default,Ben,Lee,,,,,,,,,,`,
  ];

  test('are imported together, by the command and by requests, once', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const done = await importFile('customers-with-addresses', rowsOf(email, other));
    expect([done.code, done.stdout], done.stderr).toEqual([0, expect.stringContaining('4 of 4')]);
    const twice = await importRows('customer_composite', rowsOf(email, other));
    expect(ok(twice)).toEqual(['Entities Processed: 4']);
    const [found] = await customersOf(email);
    expect(found.addresses.map(({ city }: { city: string }) => city).toSorted()).toEqual([
      'Austin',
      'Dallas',
      'Houston',
    ]);
    expect(found.addresses).toContainEqual(expect.objectContaining({ city: 'Austin', default_billing: true }));
    expect(found.addresses).toContainEqual(expect.objectContaining({ city: 'Dallas', default_shipping: true }));
    expect((await customersOf(other))[0].addresses).toEqual([]);
  });

  test('addresses never go to the account before a row that is refused', async () => {
    const [email, short] = [newEmail(), newEmail()];
    const [first, row, second] = rowsOf(email, newEmail());
    const lines = [first!, row!, `${short},base`, second!, second!];
    const { code, stderr } = await importFile('customers-with-addresses', lines);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^line 4, \S+: the row continues line 3, which is refused$/m);
    expect(stderr).toMatch(/^line 5, \S+: the row continues line 3, which is refused$/m);
    expect((await customersOf(email))[0].addresses).toHaveLength(1);
    const headless = await importFile('customers-with-addresses', [first!, second!]);
    expect(headless.stderr).toContain('line 2: the row has no e-mail address');
    const named = await importFile('customers-with-addresses', [first!, row!, second!.replace(',,,,,', ',,,Eve,,')]);
    expect(named.stderr).toContain('a row without an e-mail address has no "firstname"');
    const repeated = await importFile('customers-with-addresses', [first!, row!, row!]);
    expect(repeated.stderr).toContain('line 2 is about the same record');
    const unknown = await importFile('customers-with-addresses', [`${first},_address_planet`]);
    expect(unknown.stderr).toContain('_address_planet');
  });

  test('a known customer whose row is refused gets none of the addresses', async () => {
    const [email, other] = [newEmail(), newEmail()];
    const [first, row, second, third] = rowsOf(email, other);
    expect((await importFile('customers-with-addresses', [first!, row!])).code).toBe(0);
    const lines = [first!, row!.replace(',default,', ',nowhere,'), second!, third!];
    const refused = await importFile('customers-with-addresses', lines);
    expect(refused.stderr).toContain('there is no store view "nowhere"');
    expect(refused.stderr).toMatch(/^line 3, \S+: the row continues line 2, which is refused$/m);
    expect(refused.stderr).toMatch(/^line 4, \S+: the row continues line 2, which is refused$/m);
    expect(ok(await importRows('customer_composite', lines))).toEqual(['Entities Processed: 0']);
    // The second row of the same customer is refused, and the address that continues it.
    const twice = await importFile('customers-with-addresses', [first!, row!, row!, second!]);
    expect(twice.stderr).toMatch(/^line 4, \S+: the row continues line 3, which is refused$/m);
    expect((await customersOf(email))[0].addresses).toHaveLength(1);
  });

  test('are deleted together', async () => {
    const [email, other] = [newEmail(), newEmail()];
    ok(await importRows('customer_composite', rowsOf(email, other)));
    const deleted = await importRows('customer_composite', rowsOf(email, other), { behavior: 'delete' });
    expect(ok(deleted)).toEqual(['Entities Processed: 2']);
    expect(await customersOf(email)).toEqual([]);
  });
});

describe('finances of customers', () => {
  const header = '_email,_website,_finance_website,store_credit,reward_points';
  const finances = async (email: string): Promise<readonly string[]> =>
    (await souk.cli('export', 'finances')).stdout.split('\n').filter((line) => line.startsWith(email));

  test('are set to the amounts of the file, without emails', async () => {
    const email = newEmail();
    ok(await importRows('customer', ['email,_website,_store,firstname,lastname', `${email},base,default,Ann,Lee`]));
    const set = async (cells: string): Promise<readonly string[]> => {
      expect(ok(await importRows('customer_finance', [header, `${email},base,base,${cells}`]))).toEqual([
        'Entities Processed: 1',
      ]);
      return await finances(email);
    };
    expect(await set('12.5,300')).toEqual([`${email},base,base,12.5000,300`]);
    expect(await set('12.5,300')).toEqual([`${email},base,base,12.5000,300`]);
    expect(await set('2.0001,')).toEqual([`${email},base,base,2.0001,300`]);
    expect(await set(',120')).toEqual([`${email},base,base,2.0001,120`]);
    expect(await set('0,500')).toEqual([`${email},base,base,,500`]);
    const done = await importFile('finances', [header, `${email},base,base,7,8`]);
    expect([done.code, done.stdout], done.stderr).toEqual([0, expect.stringContaining('1 updated')]);
    const history = await souk.cli('customer:balance:show', '--customer', email);
    expect(history.stdout.match(/\d\d:\d\d/g)).toHaveLength(4);
    ok(await importRows('customer_finance', [header, `${email},base,base,,`], { behavior: 'delete' }));
    expect(await finances(email)).toEqual([]);
    // The emails are sent in the order in which they were queued.
    await souk.cli('customer:balance:update', '--customer', email, '--delta=5', '--notify');
    await expect.poll(() => mails(souk).filter(({ to }) => to.includes(email))).toHaveLength(1);
  });

  test.each([
    ['base,base,-1,', 'store_credit: "-1" is not an amount from 0 to 99999999.9999'],
    ['base,base,1.23456,', 'store_credit: "1.23456" is not an amount'],
    ['base,base,"1,5",', 'store_credit: "1,5" is not a number; write decimals with a point'],
    ['base,base,,1.5', 'reward_points: "1.5" is not a whole number'],
    ['base,base,,-3', 'reward_points: -3 is not a number of points'],
    ['base,base,,', 'the row has no amount'],
    ['base,moon,1,', '_finance_website: there is no website "moon"'],
    ['moon,base,1,', '_website: there is no website "moon"'],
    ['base,far_away,1,', '_finance_website: the account is on another website'],
  ])('the row %s is refused', async (cells, reason) => {
    const email = newEmail();
    ok(await importRows('customer', ['email,_website,_store,firstname,lastname', `${email},base,default,Ann,Lee`]));
    // It is there after the first of these tests.
    await souk.cli('website:create', 'far_away', 'Far away');
    const { code, stderr } = await importFile('finances', [header, `${email},${cells}`, `x${email},base,base,1,`]);
    expect(code).toBe(1);
    expect(stderr).toContain(`line 2, ${email}`);
    expect(stderr).toContain(reason);
    expect(stderr).toContain(`_email: there is no customer "x${email}" on this website`);
    expect(await finances(email)).toEqual([]);
  });

  test('never exceed what a website allows', async () => {
    const email = newEmail();
    ok(await importRows('customer', ['email,_website,_store,firstname,lastname', `${email},base,default,Ann,Lee`]));
    await souk.cli('config:set', 'magento_reward/general/max_points_balance', '100');
    const { stderr } = await importFile('finances', [header, `${email},base,base,5,101`]);
    expect(stderr).toContain('reward_points: the website allows fewer points for a customer');
    expect(await finances(email)).toEqual([]);
    await souk.cli('config:set', 'magento_reward/general/max_points_balance', '0');
  });
});
