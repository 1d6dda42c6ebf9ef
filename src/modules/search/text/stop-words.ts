import { keysOf, recordOf } from '../../../kernel/own-fields.ts';
import type { Language } from './stems.ts';

/** Words that say nothing of a product, without accents. */
const lists: Readonly<Record<Language, string>> = {
  da: 'af at de den der det en er et for fra i med og om pa som til',
  de: 'am an aus bei das dem den der die ein eine einem einen einer fur fuer im in ist mit oder und von vom zu zum zur',
  en: 'a an and are as at by for from in into is it no not of on or the to with',
  es: 'a al con de del el en es la las los o para por sin un una y',
  fi: 'ja on se tai',
  fr: 'a au aux avec d de des du en et la le les l ou par pour sans sur un une',
  it: 'a ai al alla con d da dei del della di e gli i il in l la le lo o per un una',
  nl: 'aan de en een het in is met of op te van voor',
  no: 'av de den det en er et for fra i med og om pa som til',
  pl: 'dla do i lub na od oraz po w z ze',
  pt: 'a ao as com da das de do dos e em na no o os ou para por sem um uma',
  sv: 'av att de den det en ett for fran i med och om pa som till',
};

/** Stop words by language. */
export const stopWords: Readonly<Record<Language, ReadonlySet<string>>> = recordOf(
  keysOf(lists),
  (language) => new Set(lists[language].split(' ')),
);
