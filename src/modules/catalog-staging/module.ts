import { extendType } from '../../kernel/graphql.ts';
import { module } from '../../kernel/module.ts';

/**
 * Fields of products and categories about scheduled updates and automatic sorting. Changes of this shop apply at once and
 * categories are sorted by their positions, so that nothing is a preview of an update and no rule of sorting has a name.
 */
const stagingFields = [
  extendType('ProductInterface', (t) => ({ staged: t.field('Boolean!', () => false) })),
  extendType('CategoryInterface', (t) => ({
    automatic_sorting: t.field('String', () => null),
    staged: t.field('Boolean!', () => false),
  })),
];

/** The storefront's view of scheduled updates, which the commercial edition has. */
export const catalogStaging = module({
  name: 'CatalogStaging',
  edition: 'commercial',
  needs: [],
  graphql: stagingFields,
});
