import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createDocuments } from '../../src/faces/graphql/documents.ts';

const MOST = 100_000;
const documentsOf = () =>
  createDocuments(
    buildSchema('type Query { things(like: String): Int }'),
    () => ({ depth: 20, complexity: 300, rows: 10_000 }),
    MOST,
  );
const textOf = (like: string | number): string => `{ things(like: "${like}") }`;

it('are cached from their second use on', () => {
  const documents = documentsOf();
  const read = (like: string) => documents.read(textOf(like), undefined);
  const first = read('a');
  const second = read('a');
  expect(second).not.toBe(first);
  expect(read('a')).toBe(second);
});

it('that come once push out nothing, however many they are', () => {
  const documents = documentsOf();
  const read = (like: string | number) => documents.read(textOf(like), undefined);
  read('known');
  const known = read('known');
  for (let i = 0; i < 10_000; i++) read(i);
  expect(read('known')).toBe(known);
});

it('that come a few times do not push out those of a storefront, which come often', () => {
  const documents = documentsOf();
  const read = (like: string | number) => documents.read(textOf(like), undefined);
  const pages = ['home', 'category', 'product', 'cart'];
  for (let i = 0; i < 50; i++) pages.map(read);
  const cached = pages.map(read);
  for (let i = 0; i < 5000; i++) {
    for (let n = 0; n < 5; n++) read(`flood ${i}`);
    if (i % 10 === 0) pages.map(read);
  }
  expect(pages.map(read).every((one, at) => one === cached[at])).toBe(true);
  // Once they are no longer used, they go in the end.
  for (let i = 0; i < 10_000; i++) for (let n = 0; n < 5; n++) read(`other ${i}`);
  expect(pages.map(read).some((one, at) => one === cached[at])).toBe(false);
});

it('are dropped when they take too much memory, the longest unused first', () => {
  const documents = documentsOf();
  const read = (like: string | number) => documents.read(textOf(like), undefined);
  read('old');
  const old = read('old');
  let size = 0;
  for (let i = 0; size < 2 * MOST; i++) {
    for (let n = 0; n < 3; n++) read(i);
    size += (read(i) as { size(): number }).size();
  }
  expect(read('old')).not.toBe(old);
});

it('are read anew once the limits have changed', () => {
  let depth = 20;
  const documents = createDocuments(buildSchema('type Query { a: Int }'), () => ({ depth, complexity: 300, rows: 10 }));
  documents.read('{ a }', undefined);
  const cached = documents.read('{ a }', undefined);
  depth = 19;
  expect(documents.read('{ a }', undefined)).not.toBe(cached);
});
