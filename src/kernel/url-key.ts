/** Letters that do not fall apart into a Latin letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  '&': 'and',
  '©': 'c',
  '®': 'r',
  '™': 'tm',
  '€': 'euro',
  '£': 'pound',
  '¥': 'yen',
  '@': 'at',
};

/** A text as part of a URL: Latin letters and digits in lower case, hyphens for everything else. */
export function formatUrlKey(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9 -]/g, (sign) => letters[sign] ?? '-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
