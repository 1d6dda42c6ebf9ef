import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { createDocuments } from '../../src/graphql/documents.ts';

// Fields of an interface are compiled for each of its types: a short document becomes much code, as those about products do.
const fields = Array.from({ length: 60 }, (_, i) => `field${i}`);
const types = Array.from(
  { length: 12 },
  (_, i) => `type Kind${i} implements Thing { ${fields.join(': String ')}: String }`,
);
const schema = buildSchema(
  `interface Thing { ${fields.join(': String ')}: String } ${types.join(' ')} type Query { things(like: String): [Thing] }`,
);
const MOST = 2_000_000;
const documents = createDocuments(schema, () => ({ depth: 20, complexity: 300, rows: 10_000 }), MOST);
const read = (like: string) => documents.read(`{ things(like: "${like}") { ${fields.join(' ')} } }`, undefined);

it('keeps what is asked again and again while others come and go, and not all that anybody sends', () => {
  const [often, once] = [read('often'), read('once')];
  expect(read('often')).toBe(often);
  expect(read('once')).toBe(once);
  let size = 0;
  for (let i = 0; size < MOST; i++) {
    const other = read(`other ${i}`);
    size += 'size' in other ? other.size : 0;
    expect(read('often')).toBe(often);
  }
  expect(read('once')).not.toBe(once);
});
