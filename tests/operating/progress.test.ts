import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { startProgress } from '../../src/program/cli/progress.ts';

/** A stream that keeps its output. */
function output(isTTY: boolean) {
  const texts: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      texts.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY, columns: 80, rows: 24 }), text: () => texts.join('') };
}

test('a terminal shows the progress, and its end', () => {
  const { stream, text } = output(true);
  const progress = startProgress('products', 379, stream);
  progress.advance(50);
  progress.advance(100);
  progress.stop('products: 150 created');
  expect(text()).toContain('products: 150 created');
});

test('a cleared progress leaves no line', () => {
  const { stream, text } = output(true);
  const progress = startProgress('products', 0, stream);
  progress.clear();
  expect(text()).not.toContain('◇');
});

test('a file gets the end alone', () => {
  const { stream, text } = output(false);
  const progress = startProgress('products', 379, stream);
  progress.advance(50);
  progress.clear();
  expect(text()).toBe('');
  progress.stop('products: 50 created');
  expect(text()).toBe('products: 50 created\n');
});
