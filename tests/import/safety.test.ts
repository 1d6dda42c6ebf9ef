import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ok, startSouk, type Souk } from '../support/souk.ts';

let souk: Souk;
const folder = mkdtempSync(join(tmpdir(), 'souk-import-'));
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk?.stop());

let files = 0;
/** Writes a file of products with a new name. */
function fileOf(content: string | Buffer): string {
  const file = join(folder, `file-${files++}.csv`);
  writeFileSync(file, content);
  return file;
}

const importText = (content: string | Buffer, ...options: string[]) => souk.cli('import', fileOf(content), ...options);
const nameOf = async (sku: string): Promise<string> => ok(await souk.admin.get(`/V1/products/${sku}`)).name;
const exists = async (sku: string): Promise<boolean> => (await souk.admin.get(`/V1/products/${sku}`)).status === 200;

describe('encodings', () => {
  const named = (name: string): string => `sku,name,price\n${name}-0,Plain ${name},1\n${name}-1,Tür ${name},1\n`;
  const german = named('latin');

  test('a file that is not UTF-8 is refused with line and byte, and read with its encoding', async () => {
    const content = Buffer.from(german, 'latin1');
    const { code, stderr } = await importText(content);
    expect(code).toBe(1);
    expect(stderr).toContain(`Line 3 is not UTF-8 (byte ${content.indexOf(0xfc) + 1} of the file is FC)`);
    expect(await exists('latin-0')).toBe(false);
    const read = await importText(content, '--encoding', 'latin1');
    expect(read.code, read.stderr).toBe(0);
    expect(await nameOf('latin-1')).toBe('Tür latin');
  });

  test('a fault beyond the first piece of a file has its line', async () => {
    const rows = Array.from({ length: 4000 }, (_, i) => `far-${i},Größe ${i},1\n`).join('');
    const content = Buffer.concat([Buffer.from(`sku,name,price\n${rows}`), Buffer.from('far-x,T\xfcr,1\n', 'latin1')]);
    const { stderr } = await importText(content);
    expect(stderr).toContain('Line 4002 is not UTF-8');
    expect(await exists('far-0')).toBe(false);
  });

  test.each([
    ['a byte order mark', Buffer.from(`\ufeff${named('bom')}`), 'bom-1'],
    ['UTF-16', Buffer.from(`\ufeff${named('wide')}`, 'utf16le'), 'wide-1'],
  ])('%s is recognised', async (_, content, sku) => {
    const { code, stderr } = await importText(content);
    expect(code, stderr).toBe(0);
    expect(await nameOf(sku)).toMatch(/^Tür /);
  });

  test('an unknown encoding is refused with the known ones', async () => {
    const { code, stderr } = await importText(german, '--encoding', 'klingon');
    expect(code).toBe(1);
    expect(stderr).toContain('The encoding "klingon" is not known. Use one of these: utf-8,');
  });
});

test.each([
  [';', 'semicolon'],
  ['\t', 'tab'],
])('the separator %j is recognised', async (sign, name) => {
  const { code, stderr } = await importText(
    `sku,name,price\n${name}-1,"One${sign} ${name}",1.5\n`.replaceAll(',', sign),
  );
  expect(code, stderr).toBe(0);
  expect(await nameOf(`${name}-1`)).toBe(`One${sign} ${name}`);
});

test('another separator is named', async () => {
  const { code, stderr } = await importText('sku^name^price\ncaret-1^One^1\n', '--separator', '^');
  expect(code, stderr).toBe(0);
  expect(await nameOf('caret-1')).toBe('One');
});

const faulty = [
  'sku,name,price,special_from_date,qty,status',
  'fine-1,Fine,1.50,2026-11-28,3,1',
  'short-1,Short,1',
  'comma-1,Comma,"1,50",,,',
  'long-1,Long,1,,,,more',
  'date-1,Date,1,28.11.2026,,',
  'fine-1,Again,2,,,',
  ',Nameless,1,,,',
  'qty-1,Quantity,1,,many,',
  'flag-1,Flag,1,,,maybe',
  '"multi-1","Two',
  'lines",-1,,',
  'fine-2,Fine too,2,11/28/26,,',
  '',
].join('\n');

const refusals = [
  '3,short-1,,3 cells in place of 6 (line 3)',
  '4,comma-1,price,"""1,50"" is not a number; write decimals with a point and no thousands separator, such as 1234.50"',
  '5,long-1,,7 cells in place of 6 (line 5)',
  '6,date-1,special_from_date,"""28.11.2026"" is not a date; write it as 2026-11-28 14:30:00 or 11/28/2026, 2:30 PM"',
  '7,fine-1,sku,line 2 has the same SKU and store view',
  '8,,sku,the row has no SKU',
  '9,qty-1,qty,"""many"" is not a number"',
  '10,flag-1,status,"the attribute ""status"" has no option ""maybe"""',
  '11,multi-1,,"5 cells in place of 6 (lines 11 to 12, a quotation mark may be missing)"',
];

test('faulty rows are refused singly with line, SKU, column and reason; the rest is imported', async () => {
  const report = join(folder, 'report.csv');
  const { code, stdout, stderr } = await importText(faulty, '--report', report);
  expect(code).toBe(1);
  expect(stdout).toContain('2 of 11 products imported (2 created, 0 updated, 9 refused)');
  expect(stderr).toContain('line 9, qty-1, qty: "many" is not a number');
  const lines = readFileSync(report, 'utf8').trimEnd().split('\n');
  expect(lines[0]).toBe('line,sku,column,reason');
  expect(lines.slice(1).toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b))).toEqual(refusals);
  expect([await nameOf('fine-1'), await nameOf('fine-2')]).toEqual(['Fine', 'Fine too']);
  expect(await exists('comma-1')).toBe(false);
});

test('a mark behind a quotation spoils its own row only', async () => {
  const { code, stdout, stderr } = await importText(
    'sku,name,price\nmark-1, "Mark, one" ,1\nmark-2,"Two"x,1,1\nmark-3,Inch 5" mark,1\n',
  );
  expect(code).toBe(1);
  expect(stdout).toContain('2 of 3 products imported');
  expect(stderr).toContain('line 3, mark-2: 4 cells in place of 3');
  expect([await nameOf('mark-1'), await nameOf('mark-3')]).toEqual(['Mark, one', 'Inch 5" mark']);
});

test('a trial says what would be created, changed and refused, and changes nothing', async () => {
  ok(
    await souk.admin.post('/V1/products', {
      product: { sku: 'tried-1', name: 'Before', price: 1, attribute_set_id: 4, type_id: 'simple' },
    }),
  );
  const text = 'sku,name,price\ntried-1,After,2\ntried-2,New,2\ntried-3,Wrong,x\n';
  const { code, stdout, stderr } = await importText(text, '--dry-run');
  expect(code).toBe(1);
  expect(stdout).toContain('2 of 3 products would be imported; nothing was changed (1 created, 1 updated, 1 refused)');
  expect(stderr).toContain('line 4, tried-3, price: "x" is not a number');
  expect([await nameOf('tried-1'), await exists('tried-2')]).toEqual(['Before', false]);
});

test('a trial of a JSON file changes nothing, and its report names the elements', async () => {
  const product = { attribute_set_id: 4, type_id: 'virtual', name: 'J', price: 1 };
  const file = join(folder, 'trial.json');
  const report = join(folder, 'trial-report.csv');
  writeFileSync(
    file,
    JSON.stringify([
      { ...product, sku: 'trial-1' },
      { ...product, sku: 'trial-2', price: 'x' },
    ]),
  );
  const { code, stdout } = await souk.cli('import', file, '--dry-run', '--report', report);
  expect(code).toBe(1);
  expect(stdout).toContain('1 of 2 products would be imported; nothing was changed');
  expect(readFileSync(report, 'utf8')).toMatch(/^line,sku,column,reason\n2,trial-2,,.*price/);
  expect(await exists('trial-1')).toBe(false);
});

test.each([
  ['', 'The file has no header.'],
  ['sku,name,name\n', 'The column "name" occurs twice.'],
  ['sku,name\nopen-1,"One\nopen-2,Two\n', 'The file is not CSV: Quote Not Closed'],
])('the file %j is refused as a whole', async (text, fault) => {
  const { code, stderr } = await importText(text);
  expect(code).toBe(1);
  expect(stderr).toContain(fault);
});
