import { sql, type RawBuilder } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import type { Attribute } from '../eav/service.ts';
import { languageIn } from './index-products.ts';
import { shares } from './scores.ts';
import type { AskedWord } from './text/asked.ts';
import { stemOf } from './text/stems.ts';
import { wordsOf } from './text/words.ts';

/** The labels of searchable options in the call's store view. */
export interface SearchLabels {
  /** All words of them. */
  readonly words: ReadonlySet<string>;
  /** The options whose labels contain a word, with its scores in them. */
  shares(word: AskedWord): readonly LabelMatch[];
}

/** An option with a word in its label. */
interface LabelMatch {
  readonly id: number;
  readonly value: number;
  readonly score: number;
}

const noLabels: SearchLabels = { words: new Set(), shares: () => [] };

/** Reads the labels of the searchable options by one query. */
export async function readLabels(call: Call): Promise<SearchLabels> {
  const { eav } = call.services;
  const attributes = await labelledAttributes(call);
  if (attributes.length === 0) return noLabels;
  const options = await eav.storedOptions(
    call,
    attributes.map(({ id }) => id),
    call.scope.storeId,
  );
  const language = languageIn(call, call.scope.storeId);
  const stem = (word: string): string => (language ? stemOf(word, language) : word);
  const labels = attributes.flatMap((attribute) =>
    (options.get(attribute.id) ?? []).map(({ value, label }) => ({
      attribute,
      value: Number(value),
      own: wordsOf(label),
    })),
  );
  const matchesOf = (word: AskedWord): LabelMatch[] =>
    labels.flatMap(({ attribute, value, own }) => {
      const share = shareOf(word, own, stem);
      return share > 0 ? [{ id: attribute.id, value, score: share * attribute.searchWeight }] : [];
    });
  const matches = new Map<AskedWord, LabelMatch[]>();
  return {
    words: new Set(labels.flatMap(({ own }) => own)),
    shares(word) {
      const found = matches.get(word) ?? matchesOf(word);
      matches.set(word, found);
      return found;
    },
  };
}

async function labelledAttributes(call: Call): Promise<Attribute[]> {
  const { eav } = call.services;
  const { byCode } = await eav.entity(call, 'catalog_product');
  return [...byCode.values()].filter(
    (attribute) => attribute.isSearchable && hasLabels(attribute) && eav.hasStoredOptions(attribute),
  );
}

/**
 * Queries for products with an option whose label in the call's store view contains one of the words: `product_id`, `score`.
 * Empty when no label contains one.
 */
export function byLabels(call: Call, words: readonly AskedWord[], labels: SearchLabels): RawBuilder<unknown>[] {
  const { eav, listing } = call.services;
  const { byId } = eav.current('catalog_product');
  const isList = (id: number): boolean => {
    const attribute = byId.get(id);
    return attribute !== undefined && isMultiple(attribute);
  };
  return words.flatMap((searchWord) =>
    [...Map.groupBy(labels.shares(searchWord), ({ score }) => score)].map(([score, choices]) => {
      const byAttribute = Map.groupBy(choices, ({ id }) => id);
      const numbers = new Map([...byAttribute].map(([id, own]) => [id, own.map(({ value }) => value)]));
      return sql`select p.id as product_id, cast(${sql.lit(score)} as double precision) as score
        from catalog_product p where ${listing.hasOneOf(numbers, isList)}`;
    }),
  );
}

const isMultiple = ({ frontendInput }: Attribute): boolean => frontendInput === 'multiselect';
const hasLabels = (attribute: Attribute): boolean => attribute.backendType === 'int' || isMultiple(attribute);

/** The share of the search weight that a word scores in a label (see `shares`); `own`: the words of the label. */
function shareOf(
  { forms, stems, alternatives }: AskedWord,
  own: readonly string[],
  stem: (word: string) => string,
): number {
  if (own.some((word) => forms.includes(word))) return shares.exact;
  const all = new Set([...forms, ...stems]);
  if (own.some((word) => all.has(word) || all.has(stem(word)))) return shares.stem;
  const ownForms = new Set([...own, ...own.map(stem)]);
  const has = alternatives.filter(({ words }) => words.every((one) => one.some((form) => ownForms.has(form))));
  return Math.max(0, ...has.map(({ kind }) => shares[kind]));
}
