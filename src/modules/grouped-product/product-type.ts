import { madeOfLinks } from '../catalog/links/extensions.ts';
import type { ProductTypeRules } from '../catalog/service.ts';
import { GROUPED } from './types.ts';

/** A grouped product can be sold while one of its products can. */
export const groupedType: ProductTypeRules = {
  name: GROUPED,
  label: 'Grouped Product',
  schemaName: 'GroupedProduct',
  sortOrder: 50,
  ...madeOfLinks,
};
