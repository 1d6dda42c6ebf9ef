import * as fc from '../support/properties.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../src/modules/search/words.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly words: string;
}

// Words that begin, end and contain each other.
const vocabulary = ['be', 'ben', 'bench', 'ench', 'tee', 't', '4', '42', 'Öl', 'öle', '名', '名前', 'straße'];
const text = (most: number) => fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: most });

// SQLite weighs how rare words are as well.
describe.skipIf(!engines.includes('postgres'))('on PostgreSQL', () => {
  let here: Here;
  let rows: readonly Row[];

  beforeAll(async () => {
    here = await startHere('postgres');
    const made = fc.sample(fc.record({ name: text(4), sku: text(2), description: text(9) }), { numRuns: 40, seed: 1 });
    for (const [i, { name, sku, description }] of made.entries()) {
      const product = {
        sku: `${sku.join('-')}-n${i}`,
        name: name.join(' '),
        attribute_set_id: 4,
        price: 1,
        custom_attributes: [
          { attribute_code: 'url_key', value: `n${i}` },
          { attribute_code: 'description', value: `<p>${description.join(', ')}</p>` },
        ],
        extension_attributes: { stock_item: { qty: 1, is_in_stock: true } },
      };
      ok(await here.admin.post('/V1/products', { product }));
    }
    const read = sql<Row>`select product_id as id, name, sku, words from catalog_search`;
    ({ rows } = await read.execute(here.souk.systemCall().db));
  });
  afterAll(() => here?.stop());

  /** Products in order with their scores, by the definition: each text has a weight, which counts once for each word that it has. */
  function expected(asked: string): [number, number][] {
    const words = wordsOf(asked);
    const has = (own: string, word: string, isLast: boolean): boolean =>
      own.split(' ').some((one) => (isLast ? one.startsWith(word) : one === word));
    const score = (row: Row): number =>
      words
        .flatMap((word, i) =>
          (
            [
              ['name', 5],
              ['sku', 6],
              ['words', 1],
            ] as const
          ).map(([column, weight]) => (has(row[column], word, i === words.length - 1) ? weight : 0)),
        )
        .reduce<number>((sum, one) => sum + one, 0);
    return rows
      .map((row): [number, number] => [row.id, score(row)])
      .filter(([, own]) => own > 0)
      .sort(([a, x], [b, y]) => y - x || a - b);
  }

  it('a product scores by the texts that have the words, and the best come first', async () => {
    await fc.assert(
      fc.asyncProperty(text(4), fc.integer({ min: 1, max: 9 }), async (sought, size) => {
        const asked = sought.join(' ');
        const filters = [[{ field: 'search_term', value: asked }]];
        const path = `/V1/search?searchCriteria[requestName]=quick_search_container&${criteria(filters, { pageSize: size })}`;
        const { items, total_count } = ok(await here.guest.get(path));
        const all = expected(asked);
        expect(total_count).toBe(all.length);
        expect(
          items.map((item: { id: number; custom_attributes: { value: number }[] }) => [
            item.id,
            item.custom_attributes[0]!.value,
          ]),
        ).toEqual(all.slice(0, size));
      }),
      { numRuns: 150 },
    );
  });
});
