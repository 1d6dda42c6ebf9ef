import { newProduct } from '../support/products.ts';
import * as fc from '../support/properties.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedWords } from '../../src/modules/search/text/asked.ts';
import { engines } from '../storage/databases.ts';
import { criteria, ok } from '../support/client.ts';
import { startHere, type Here } from '../support/here.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly sku: string;
  readonly words: string;
  readonly name_stems: string;
  readonly word_stems: string;
}

// Words that begin, end and contain each other.
const vocabulary = [
  'be',
  'ben',
  'bench',
  'ench',
  'tee',
  't',
  '4',
  '42',
  'Öl',
  'öle',
  '名',
  '名前',
  'straße',
  'tees',
  'benches',
  't-shirt',
  'shirts',
];
const text = (most: number) => fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: most });

describe.each(engines)('on %s', (engine) => {
  let here: Here;
  let rows: readonly Row[];

  beforeAll(async () => {
    here = await startHere(engine);
    const made = fc.sample(fc.record({ name: text(4), sku: text(2), description: text(9) }), { numRuns: 40, seed: 1 });
    for (const [i, { name, sku, description }] of made.entries()) {
      await newProduct(here, {
        sku: `${sku.join('-')}-n${i}`,
        name: name.join(' '),
        custom_attributes: [
          { attribute_code: 'url_key', value: `n${i}` },
          { attribute_code: 'description', value: `<p>${description.join(', ')}</p>` },
        ],
      });
    }
    const read = sql<Row>`select product_id as id, name, sku, words, name_stems, word_stems
      from catalog_search`;
    ({ rows } = await read.execute(here.souk.systemCall().db));
  });
  afterAll(() => here?.stop());

  /**
   * Products in order with their scores, by the definition: each text has a weight, of which a word counts all, its stem 0.8 and a longer
   * word that begins with it 0.5; name and SKU count more, the more of the search they have and the less else.
   */
  function expected(asked: string): [number, number][] {
    const words = askedWords(asked, 'en', 'last', 32);
    const share = (text: string, others: string | undefined, i: number): number => {
      const { word, forms, stems, isBeginning } = words[i]!;
      const own = text.split(' ');
      const has = (list: readonly string[], sought: readonly string[]): boolean =>
        sought.some((one) => list.includes(one));
      if (has(own, forms)) return 1;
      if (has(others?.split(' ') ?? [], [...forms, ...stems]) || has(own, stems)) return 0.8;
      return isBeginning && own.some((one) => one.startsWith(word)) ? 0.5 : 0;
    };
    const sum = (text: string, others?: string): number => words.reduce((all, _, i) => all + share(text, others, i), 0);
    const whole = (part: number, text: string): number => part * (1 + part / (words.length * text.split(' ').length));
    const score = (row: Row): number =>
      6 * whole(sum(row.name, row.name_stems), row.name) +
      5 * whole(sum(row.sku), row.sku) +
      sum(row.words, row.word_stems);
    const isFound = (row: Row): boolean =>
      words.some(
        ({ isWeak }, i) =>
          !isWeak &&
          share(row.name, row.name_stems, i) + share(row.sku, undefined, i) + share(row.words, row.word_stems, i) > 0,
      );
    return rows
      .filter(isFound)
      .map((row): [number, number] => [row.id, score(row)])
      .sort(([a, x], [b, y]) => (Math.abs(y - x) > 1e-9 ? y - x : a - b));
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
        const scores = new Map(all);
        const found = (items as { id: number; custom_attributes: { value: number }[] }[]).map((item) => ({
          id: item.id,
          score: item.custom_attributes[0]!.value,
        }));
        // Sums in another order differ in their last digits.
        for (const { id, score } of found) expect(score).toBeCloseTo(scores.get(id)!, 6);
        expect(found.map(({ score }) => score.toFixed(6))).toEqual(
          all.slice(0, size).map(([, score]) => score.toFixed(6)),
        );
      }),
      { numRuns: 150 },
    );
  });
});
