import anyAscii from 'any-ascii';

/** Characters that are replaced by words. */
const words: Readonly<Record<string, string>> = {
  '©': 'c',
  '®': 'r',
  '™': 'tm',
  '€': 'euro',
  '£': 'pound',
  '¥': 'yen',
  '@': 'at',
};

/** A text as part of a URL: Latin letters (other scripts are transliterated) and digits; hyphens for all other characters. */
export function formatUrlKey(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\P{ASCII}|@/gu, (sign) => words[sign] ?? transliterate(sign))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A character in ASCII. The apostrophe for a soft sign does not separate words. */
function transliterate(sign: string): string {
  const ascii = anyAscii(sign);
  return /\p{Letter}/u.test(sign) ? ascii.replaceAll("'", '') : ascii;
}
