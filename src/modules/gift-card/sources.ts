import type { AttributeSource, SourceOption } from '../eav/service.ts';
import { cardKinds } from './types.ts';

const source = (name: string, options: readonly SourceOption[]): AttributeSource => ({
  sourceModel: `Magento\\GiftCard\\Model\\Source\\${name}`,
  options: () => Promise.resolve(options),
});

/** The options of gift card attributes. */
export const giftCardSources: readonly AttributeSource[] = [
  source('Open', [
    { value: '0', label: 'No' },
    { value: '1', label: 'Yes' },
  ]),
  source('Type', [
    { value: String(cardKinds.virtual), label: 'Virtual' },
    { value: String(cardKinds.physical), label: 'Physical' },
    { value: String(cardKinds.combined), label: 'Combined' },
  ]),
];
