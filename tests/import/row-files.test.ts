import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newProduct } from '../support/products.ts';
import { mails } from '../support/mails.ts';
import { ok, startSouk, unique, until, type Souk } from '../support/souk.ts';

let souk: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-rows-'));
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

const file = join(folder, 'rows.csv');
const report = join(folder, 'report.csv');
/** The header, then the rows in order of their lines. */
const byLine = (a: string, b: string): number => (Number.parseInt(a) || 0) - (Number.parseInt(b) || 0);
const customersOf = async (email: string): Promise<number> => {
  const path = `/V1/customers/search?searchCriteria[filter_groups][0][filters][0][field]=email&searchCriteria[filter_groups][0][filters][0][value]=${email}`;
  return ok(await souk.admin.get(path)).total_count;
};

/** A file of each kind with two right rows and two wrong ones, whose faults are named. */
const kinds = [
  {
    kind: 'customers',
    rows: () => [
      'email,_website,_store,firstname,lastname,gender,dob',
      'ann@example.com,base,default,Ann,A,Female,1990-05-01',
      'ben@example.com,base,default,Ben,B,,',
      'ANN@example.com,base,default,Ann,A,,',
      'cleo@example.com,moon,default,Cleo,C,,',
    ],
    faults: [
      '4,ANN@example.com,,line 2 is about the same record',
      '5,cleo@example.com,_website,"there is no website ""moon"""',
    ],
  },
  {
    kind: 'tax-rates',
    rows: () => [
      'Code,Country,State,Zip/Post Code,Rate,Zip/Post is Range,Range From,Range To',
      'one,US,TX,*,8.25,,,',
      'two,US,*,,3,1,10000,10099',
      'three,US,XX,*,1,,,',
      'four,US,*,*,"8,25",,,',
    ],
    faults: [
      '4,three,State,"there is no region ""XX"" in the country ""US"""',
      '5,four,Rate,"""8,25"" is not a number; write decimals with a point and no thousands separator, such as 1234.50"',
    ],
  },
  {
    kind: 'stock',
    rows: (sku: string) => [
      'source_code,sku,status,quantity',
      `default,${sku},1,5`,
      'default,later,1,5',
      `nowhere,${sku},1,5`,
      'default,other,1',
    ],
    faults: [
      expect.stringMatching(/^4,.*,source_code,"there is no source ""nowhere"""$/),
      '5,other,,3 cells in place of 4 (line 5)',
    ],
  },
  {
    kind: 'advanced-pricing',
    rows: (sku: string) => [
      'sku,tier_price_website,tier_price_customer_group,tier_price_qty,tier_price,tier_price_value_type',
      `${sku},All Websites [USD],ALL GROUPS,5,9,Fixed`,
      `${sku},All Websites [USD],Wholesale,10,20,Discount`,
      `${sku},All Websites [USD],Nobody,5,9,Fixed`,
      'missing,All Websites [USD],ALL GROUPS,5,9,Fixed',
    ],
    faults: [
      expect.stringMatching(/^4,.*,tier_price_customer_group,"there is no customer group ""Nobody"""$/),
      '5,missing,sku,"there is no product ""missing"""',
    ],
  },
] as const;

test.each(kinds)('faults of $kind are reported, and the rest is imported', async ({ kind, rows, faults }) => {
  const { sku } = await newProduct(souk);
  writeFileSync(file, `${rows(sku).join('\n')}\n`);
  const run = (...options: string[]) => souk.cli('import', file, '--kind', kind, '--report', report, ...options);
  const trial = await run('--dry-run');
  expect(trial.code).toBe(1);
  expect(trial.stdout).toContain('would be imported; nothing was changed');
  const reportLines = (): string[] => readFileSync(report, 'utf8').trimEnd().split('\n').toSorted(byLine);
  expect(reportLines()).toEqual(['line,sku,column,reason', ...faults]);
  const before = trial.stdout.replace(/ would be imported; nothing was changed/, ' imported');
  const done = await run();
  expect([done.code, done.stdout]).toEqual([1, before]);
  expect(done.stdout).toContain('2 of 4');
  expect(reportLines()).toEqual(['line,sku,column,reason', ...faults]);
});

test('customers keep the time of their creation and their password, and get no emails', async () => {
  const email = `${unique('moved')}@example.com`;
  // SHA-256 of the salt `salt` and `Moved-in-1`, as earlier versions of the interface store it.
  const { createHash } = await import('node:crypto');
  const hash = `${createHash('sha256').update('saltMoved-in-1').digest('hex')}:salt:1`;
  writeFileSync(
    file,
    `email,_website,_store,created_at,firstname,lastname,group_id,password_hash\n${email},base,default,2019-02-03 04:05:06,Mo,Ved,2,${hash}\n`,
  );
  const { code, stderr } = await souk.cli('import', file, '--kind', 'customers');
  expect(code, stderr).toBe(0);
  expect(await customersOf(email)).toBe(1);
  const path = `/V1/customers/search?searchCriteria[filter_groups][0][filters][0][field]=email&searchCriteria[filter_groups][0][filters][0][value]=${email}`;
  const { items } = ok(await souk.admin.get(path));
  expect(items[0]).toMatchObject({ created_at: '2019-02-03 04:05:06', group_id: 2, firstname: 'Mo' });
  const token = await souk.guest.post('/V1/integration/customer/token', { username: email, password: 'Moved-in-1' });
  expect(token.status).toBe(200);
  writeFileSync(file, `email,_website,firstname,lastname,password\n${email},base,Mo,Ved,Secret-123\n`);
  expect((await souk.cli('import', file, '--kind', 'customers')).stderr).toContain(
    'passwords in clear text are not imported',
  );
});

test('customers choose the emails about reward points, also by requests, and exports have the choice', async () => {
  const emails = [unique('none'), unique('both'), unique('open')].map((name) => `${name}@example.com`);
  const rows = emails.map((email, i) => `${email},base,default,Re,Ward,0,${['0,0', '1,1', ','][i]}`);
  const csv = [
    'email,_website,_store,firstname,lastname,gender,reward_update_notification,reward_warning_notification',
    ...rows,
  ].join('\n');
  writeFileSync(file, csv);
  const source = {
    entity: 'customer',
    behavior: 'add_update',
    validation_strategy: 'validation-stop-on-errors',
    allowed_error_count: '10',
    csv_data: Buffer.from(csv).toString('base64'),
  };
  expect(ok(await souk.admin.post('/V1/import/csv', { source }))).toEqual(['Entities Processed: 3']);
  const { code, stdout, stderr } = await souk.cli('import', file, '--kind', 'customers');
  expect([code, stdout], stderr).toEqual([0, expect.stringContaining('3 updated')]);
  const exported = (await souk.cli('export', 'customers')).stdout.split('\n');
  expect(exported[0]).toMatch(/,reward_update_notification,reward_warning_notification$/);
  const choices = emails.map((email) =>
    exported
      .find((line) => line.startsWith(email))
      ?.split(',')
      .slice(-2),
  );
  expect(choices).toEqual([
    ['0', '0'],
    ['1', '1'],
    ['', ''],
  ]);
  for (const email of emails) {
    await souk.cli('reward:points:update', '--customer', email, '--delta=5');
  }
  const isMailed = (email: string): boolean => mails(souk).some(({ to }) => to.includes(email));
  // The emails are sent in the order in which they were queued.
  await until(async () => isMailed(emails[2]!));
  expect(emails.map(isMailed)).toEqual([false, true, true]);
  writeFileSync(file, csv.replace(',0,0,0', ',0,0,maybe'));
  expect((await souk.cli('import', file, '--kind', 'customers')).stderr).toContain(
    `line 2, ${emails[0]}, reward_warning_notification: "maybe" is neither 1 nor 0`,
  );
});
