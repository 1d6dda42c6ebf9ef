import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPostgresResults, tableOf, writtenTable } from '../../bench/postgres/results.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/performance.md quotes the ratios of the last short run of the benchmarks', () => {
  const { ratios } = JSON.parse(read('bench/results.json')) as { ratios: Record<string, number> };
  const section = /^## Ratios of the last short run\n([^]*?)^## /m.exec(read('docs/performance.md'))![1]!;
  const quoted = [...section.matchAll(/^\| (.+?) +\| ([\d.]+) +\|/gm)].map(([, what, times]) => [what, Number(times)]);
  expect(Object.fromEntries(quoted)).toEqual(ratios);
});

test('README.md fits a newcomer: 120 lines, with the figures of docs/performance.md', () => {
  const lines = read('README.md').trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  const cellsOf = (text: string, heading: string): string[][] =>
    new RegExp(`^## ${heading}\n[^]*?^(\\| request[^]*?)\n\n`, 'm')
      .exec(text)![1]!
      .split('\n')
      .slice(2)
      .map((line) => line.split('|').map((cell) => cell.trim().replace(/,| ms$/g, '')));
  const quoted = cellsOf(read('README.md'), 'Speed').map(([, request, souk, , magento]) => [request, souk, magento]);
  const measured = cellsOf(read('docs/performance.md'), 'Beside Magento').map(([, request, souk, php, database]) => [
    request,
    souk,
    String(Math.round(Number(php) + Number(database))),
  ]);
  expect(quoted).toEqual(measured);
});

test('docs/performance.md has the table of the last run on PostgreSQL', () => {
  expect(writtenTable()).toBe(tableOf(readPostgresResults()));
});
