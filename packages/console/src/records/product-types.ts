import { t } from '../texts/text.ts';

/** Types of products for people. */
export const productTypes = [
  ['simple', t('Simple')],
  ['configurable', t('Configurable')],
  ['virtual', t('Virtual')],
  ['downloadable', t('Downloadable')],
  ['bundle', t('Bundle')],
  ['grouped', t('Grouped')],
  ['giftcard', t('Gift card')],
] as const;
