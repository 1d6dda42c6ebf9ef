/** Irregular plurals, by language: `plural singular`, without accents. */
const plurals: Readonly<Record<string, string>> = {
  da: 'born barn, boger bog, haender hand, mus mus, fodder fod, maend mand, skoene sko, sko sko',
  en: `men man, women woman, children child, mice mouse, geese goose, feet foot, teeth tooth, people person, womens woman,
    mens man, childrens child`,
  fi: 'saappaat saapas, lapset lapsi, miehet mies, naiset nainen, kintaat kinnas, kynttilat kynttila',
  fr: 'yeux oeil',
  no: 'boker bok, born barn, hender hand, fotter fot, menn mann, skoene sko, skorne sko',
  pl: 'dzieci dziecko, ludzie czlowiek, rece reka, oczy oko',
  sv: 'skor sko, skorna sko, skon sko, bocker bok, hander hand, fotter fot, man man, moss mossa',
};

function pluralAndSingular(pair: string): [plural: string, singular: string] {
  const blank = pair.indexOf(' ');
  return [pair.slice(0, blank), pair.slice(blank + 1)];
}

/** The singular, or the form to take the stem of, by word and language. */
export const irregularForms: Readonly<Record<string, ReadonlyMap<string, string> | undefined>> = Object.fromEntries(
  Object.entries(plurals).map(([language, pairs]) => [
    language,
    new Map(pairs.split(',').map((pair) => pluralAndSingular(pair.trim()))),
  ]),
);

/** English nouns that end like a form of a verb, which they are not: a legging is no form of `leg`. */
export const nounsInIng = new Set(
  'earring legging stocking bedding wedding clothing building ceiling string spring lighting'.split(' '),
);
