/**
 * No maintained library stems Polish with a suitable licence and size. Product names consist of nouns and adjectives,
 * whose endings are these, the longest first. Words arrive without accents.
 */
const endings = [
  'iejszego',
  'iejszych',
  'iejsza',
  'iejsze',
  'iejszy',
  'owego',
  'owych',
  'owymi',
  'iami',
  'iach',
  'iego',
  'iemu',
  'owym',
  'owej',
  'owie',
  'ami',
  'ach',
  'ego',
  'emu',
  'ych',
  'ymi',
  'ich',
  'imi',
  'owa',
  'owe',
  'owy',
  'iow',
  'ow',
  'om',
  'em',
  'ie',
  'ia',
  'iu',
  'ej',
  'ym',
  'im',
  'a',
  'e',
  'i',
  'o',
  'u',
  'y',
];
/** Letters of a stem at least. */
const SHORTEST = 3;

/** The stem of a Polish noun or adjective. */
export function polish(word: string): string {
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST);
  const stem = ending ? word.slice(0, -ending.length) : word;
  return (
    stem
      // The vowel of kubek, ksiazek is gone in kubki, ksiazka.
      .replace(/([^aeiouy])(?:ie|e)([kc])$/, '$1$2')
      .replace(/i$/, '')
  );
}
