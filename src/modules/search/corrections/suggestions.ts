import type { Call } from '../../../kernel/call.ts';
import { suggestionSettings } from '../configuration.ts';
import { readLabels } from '../labels.ts';
import type { AskedWord } from '../text/asked.ts';
import { wordsOf } from '../text/words.ts';
import { correctWords } from './misspelt.ts';

/** How many words of a search are looked at. */
const MAX_SEARCHED = 32;

/**
 * Suggestions for a search with misspelt words: its text with known words in their place, the nearest first. `words`: those of the
 * search, with their corrections if typing errors are tolerated. None when suggestions are disabled.
 */
export async function suggestSearches(call: Call, text: string, words: readonly AskedWord[]): Promise<string[]> {
  const scope = { storeId: call.scope.storeId };
  const most = call.config.of(suggestionSettings.most, scope);
  if (!call.config.of(suggestionSettings.enabled, scope) || most < 1) return [];
  const corrected = words.some(hasCorrections) ? words : await correctWords(call, words, await readLabels(call));
  const known = new Map(
    corrected.filter(hasCorrections).map(({ word, alternatives }) => [word, alternatives.map((one) => one.text)]),
  );
  if (known.size === 0) return [];
  const count = Math.max(...[...known.values()].map((found) => found.length));
  return Array.from({ length: Math.min(count, most) }, (_, i) =>
    wordsOf(text, MAX_SEARCHED)
      .map((word) => known.get(word)?.[i] ?? known.get(word)?.[0] ?? word)
      .join(' '),
  );
}

const hasCorrections = ({ alternatives }: AskedWord): boolean => alternatives.some(({ kind }) => kind === 'correction');
