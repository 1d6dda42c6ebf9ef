import { stemOf, type Language } from '../text/stems.ts';
import { askedWords, type AskedWord, type WordAlternative } from '../text/asked.ts';
import { allWords, distinct, plainText } from '../text/words.ts';
import { ruleLines } from './lines.ts';

/** Maximum number of expressions in a rule: each is looked for when one of them is searched. */
const MAX_EXPRESSIONS = 10;
/** Maximum number of words of an expression. */
const MAX_WORDS = 5;
/** Maximum number of synonyms of one word of a search. */
const MAX_SYNONYMS = 20;

/** A search for one of `searched` also finds products with one of `found`. */
interface SynonymRule {
  readonly searched: readonly string[];
  readonly found: readonly string[];
}

/** The expressions of one side of a rule; undefined when it has none, too many, or one without words. */
function expressionsOf(side: string): string[] | undefined {
  const expressions = side.split(',').map((one) => one.trim());
  const isValid = expressions.every((one) => {
    const { length } = allWords(plainText(one));
    return length > 0 && length <= MAX_WORDS;
  });
  return isValid && expressions.length <= MAX_EXPRESSIONS ? expressions : undefined;
}

/** Groups of synonyms, `sofa, couch, settee`, and rules of one direction, `mobile => phone, smartphone`. */
export const synonymRules = ruleLines<SynonymRule, readonly SynonymRule[]>(
  (line) => {
    const sides = line.split('=>').map(expressionsOf);
    const [searched, found = searched, ...others] = sides;
    if (!searched || !found || others.length > 0 || sides.includes(undefined)) return undefined;
    return sides.length === 2 || searched.length > 1 ? { searched, found } : undefined;
  },
  (rules) => rules,
  { maxRules: 1_000, expected: 'groups such as "sofa, couch", or rules such as "mobile => phone"' },
);

/** A rule for a language. */
interface CompiledRule {
  /** Stems of the searched words, in order. */
  readonly stems: readonly string[];
  readonly alternatives: readonly WordAlternative[];
}

type CompiledRules = ReadonlyMap<string, readonly CompiledRule[]>;

/** Compiled rules by their first stem, by language. They live as long as the parsed rules. */
const compiled = new WeakMap<readonly SynonymRule[], Map<Language | undefined, CompiledRules>>();

function compiledRules(rules: readonly SynonymRule[], language: Language | undefined): CompiledRules {
  let byLanguage = compiled.get(rules);
  if (!byLanguage) compiled.set(rules, (byLanguage = new Map()));
  let found = byLanguage.get(language);
  if (!found) byLanguage.set(language, (found = compile(rules, language)));
  return found;
}

function compile(rules: readonly SynonymRule[], language: Language | undefined): CompiledRules {
  const all = rules.flatMap(({ searched, found }) =>
    searched.map((expression): CompiledRule => {
      const stems = stemsIn(expression, language);
      const others = found.filter((other) => stemsIn(other, language).join(' ') !== stems.join(' '));
      return { stems, alternatives: others.map((text) => ({ text, words: formsIn(text, language), kind: 'synonym' })) };
    }),
  );
  return Map.groupBy(all, ({ stems: [first = ''] }) => first);
}

const stem = (word: string, language: Language | undefined): string => (language ? stemOf(word, language) : word);

function stemsIn(text: string, language: Language | undefined): string[] {
  return askedWords(text, language, 'none', MAX_WORDS).map(({ word }) => stem(word, language));
}

/** Words of an expression, each with its forms. Parts joined by hyphens are one word. */
function formsIn(text: string, language: Language | undefined): string[][] {
  return text
    .split(/\s+/)
    .map((part) => allWords(plainText(part)).join(''))
    .filter((word) => word !== '')
    .map((word) => distinct([word, stem(word, language)]));
}

/** The words of a search with their synonyms by these rules. */
export function withSynonyms(
  words: readonly AskedWord[],
  rules: readonly SynonymRule[],
  language: Language | undefined,
): readonly AskedWord[] {
  if (rules.length === 0) return words;
  const byFirst = compiledRules(rules, language);
  const stems = words.map(({ word }) => stem(word, language));
  const added = words.map((): WordAlternative[] => []);
  for (const [i, first] of stems.entries()) {
    for (const rule of byFirst.get(first) ?? []) {
      if (rule.stems.some((one, j) => stems[i + j] !== one)) continue;
      // Each word of the searched expression counts as found.
      for (const list of added.slice(i, i + rule.stems.length)) list.push(...rule.alternatives);
    }
  }
  if (added.every((list) => list.length === 0)) return words;
  return words.map((word, i) => {
    const alternatives = (added[i] ?? []).slice(0, MAX_SYNONYMS);
    return alternatives.length > 0 ? Object.assign({}, word, { alternatives }) : word;
  });
}
