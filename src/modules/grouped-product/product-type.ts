import { madeOfLinks } from '../catalog/links/extensions.ts';
import type { ProductTypeRules } from '../catalog/service.ts';
import { GROUPED } from './types.ts';

/** A grouped product is sold as its parts, each by itself: one that can be sold is enough. */
export const groupedType: ProductTypeRules = { name: GROUPED, label: 'Grouped Product', sortOrder: 50, ...madeOfLinks };
