import type { AttributeSource } from '../eav/service.ts';
import { blockTitles } from './blocks.ts';

/** The blocks that a category can show, of all store views. */
const staticBlocks: AttributeSource = {
  sourceModel: 'Magento\\Catalog\\Model\\Category\\Attribute\\Source\\Page',
  emptyLabel: 'Please select a static block.',
  options: async (call) =>
    (await blockTitles(call)).map(({ block_id, title }) => ({ value: String(block_id), label: title })),
};

/** Computed options of category attributes. */
export const attributeSources: readonly AttributeSource[] = [staticBlocks];
