import { expect, test } from 'vitest';
import { progressLine } from '../../src/modules/migration/progress-line.ts';

/** A stream that keeps its output. */
function stream(isTTY: boolean) {
  const lines: string[] = [];
  return { isTTY, lines, write: (text: string) => lines.push(text) };
}

test('a terminal shows the progress in one line, which other output replaces', () => {
  const terminal = stream(true);
  const line = progressLine(terminal);
  line.clear();
  line.show('products', 50, 379);
  line.clear();
  expect(terminal.lines).toEqual(['\r\u001b[Kproducts: 50 of 379 (13 %)', '\r\u001b[K']);
});

test('a file gets no progress', () => {
  const file = stream(false);
  const line = progressLine(file);
  line.show('products', 50, 379);
  line.clear();
  expect(file.lines).toEqual([]);
});
