import type { GraphQLTypes } from '../../../kernel/graphql.ts';
import type { ProductSource } from '../../catalog/graphql/types.ts';
import type { AskedWord } from '../../search/service.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** The places of a product's name and SKU that match the words of a search, their synonyms and corrections: the text as HTML, with matches in `em`. */
export function highlightsOf(
  { product, values }: ProductSource,
  searched: readonly AskedWord[],
): GraphQLTypes['Highlight'][] {
  const words = searched.filter(({ isWeak }) => !isWeak);
  if (words.length === 0) return [];
  const formsOf = ({ word, stems, alternatives }: AskedWord): string[] =>
    [word].concat(stems, ...alternatives.map((one) => one.words.flat()));
  const begins = words.flatMap(formsOf);
  const isMatch = (own: string): boolean => begins.some((begin) => plain(own).startsWith(begin));
  return [
    ['name', String(values.name ?? '')],
    ['sku', product.sku],
  ].flatMap(([attribute = '', value = '']) => {
    const matched = new Set<string>();
    const parts = value.split(/([\p{Letter}\p{Number}]+)/u).map((part, i) => {
      if (i % 2 === 0 || !isMatch(part)) return escapeHtml(part);
      matched.add(part);
      return `<em>${escapeHtml(part)}</em>`;
    });
    return matched.size > 0 ? [{ attribute, matched_words: [...matched], value: parts.join('') }] : [];
  });
}

/** A word without accents, in lower case, as searches compare it. */
function plain(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}
