import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Attribute } from '../eav/service.ts';
import { languageIn } from './index-products.ts';
import { shares } from './scores.ts';
import type { AskedWord } from './text/asked.ts';
import { stemOf } from './text/stems.ts';
import { wordsOf } from './text/words.ts';

/**
 * Queries for products with an option whose label in the call's store view contains one of the words: `product_id`, `score`.
 * Empty when no label contains one. Reads the labels by one query.
 */
export async function byLabels(call: Call, words: readonly AskedWord[]): Promise<RawBuilder<unknown>[]> {
  const { eav, listing } = call.services;
  const { byCode } = await eav.entity(call, 'catalog_product');
  const attributes = [...byCode.values()].filter(
    (attribute) => attribute.isSearchable && hasLabels(attribute) && eav.hasStoredOptions(attribute),
  );
  if (attributes.length === 0) return [];
  const multiple = new Set(attributes.filter(isMultiple).map(({ id }) => id));
  const options = await eav.storedOptions(
    call,
    attributes.map(({ id }) => id),
    call.scope.storeId,
  );
  const language = languageIn(call, call.scope.storeId);
  const labels = attributes.flatMap((attribute) =>
    (options.get(attribute.id) ?? []).map(({ value, label }) => ({
      attribute,
      value: Number(value),
      own: wordsOf(label),
    })),
  );
  return words.flatMap((searchWord) => {
    const found = labels.flatMap(({ attribute, value, own }) => {
      const share = shareOf(searchWord, own, (word) => (language ? stemOf(word, language) : word));
      return share > 0 ? [{ id: attribute.id, value, score: share * attribute.searchWeight }] : [];
    });
    return [...Map.groupBy(found, ({ score }) => score)].map(([score, choices]) => {
      const byAttribute = Map.groupBy(choices, ({ id }) => id);
      const numbers = new Map([...byAttribute].map(([id, own]) => [id, own.map(({ value }) => value)]));
      const has = listing.hasOneOf(numbers, (id) => multiple.has(id));
      return sql`select p.id as product_id, cast(${sql.lit(score)} as double precision) as score
        from catalog_product p where ${has}`;
    });
  });
}

const isMultiple = ({ frontendInput }: Attribute): boolean => frontendInput === 'multiselect';
const hasLabels = (attribute: Attribute): boolean => attribute.backendType === 'int' || isMultiple(attribute);

/** The share of the search weight that a word scores in a label (see `shares`); `own`: the words of the label. */
function shareOf({ forms, stems }: AskedWord, own: readonly string[], stem: (word: string) => string): number {
  if (own.some((word) => forms.includes(word))) return shares.exact;
  const all = new Set([...forms, ...stems]);
  return own.some((word) => all.has(word) || all.has(stem(word))) ? shares.stem : 0;
}
