import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPostgresResults, tableOf, writtenTable } from '../../bench/postgres/results.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('README.md quotes the ratios of the last short run of the benchmarks', () => {
  const { ratios } = JSON.parse(read('bench/results.json')) as { ratios: Record<string, number> };
  const section = /^## Speed\n([^]*?)^## /m.exec(read('README.md'))![1]!;
  const quoted = [...section.matchAll(/^\| (.+?) +\| ([\d.]+) +\|/gm)].map(([, what, times]) => [what, Number(times)]);
  expect(Object.fromEntries(quoted)).toEqual(ratios);
});

test('docs/performance.md has the table of the last run on PostgreSQL', () => {
  expect(writtenTable()).toBe(tableOf(readPostgresResults()));
});
