import anyAscii from 'any-ascii';

/** Signs that stand for words. */
const words: Readonly<Record<string, string>> = {
  '©': 'c',
  '®': 'r',
  '™': 'tm',
  '€': 'euro',
  '£': 'pound',
  '¥': 'yen',
  '@': 'at',
};

/** A text as part of a URL: Latin letters, which those of other scripts become, and digits; hyphens for everything else. */
export function formatUrlKey(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[©®™€£¥@]/g, (sign) => words[sign]!)
    .replace(/\P{ASCII}/gu, transliterate)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A sign in ASCII. The apostrophe that stands for a soft sign parts no word. */
function transliterate(sign: string): string {
  const ascii = anyAscii(sign);
  return /\p{Letter}/u.test(sign) ? ascii.replaceAll("'", '') : ascii;
}
