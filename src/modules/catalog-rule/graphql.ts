import { extendType, ofPackage, valueTypes, type ValueTypesOf } from '../../kernel/graphql.ts';
import { storeConfigFields } from '../store/extensions.ts';
import { appliedRuleNames } from './active-rules.ts';
import { sharesCatalogRules } from './configuration.ts';

const values = valueTypes({ CatalogRule: { name: 'String!' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends ValueTypesOf<typeof values> {}
}

const productFields = extendType('ProductInterface', (t) => ({
  rules: t.batch('[CatalogRule]', async (sources, _, call) => {
    const { scope, config, services } = call;
    if (!config.of(sharesCatalogRules, { storeId: scope.storeId })) return sources.map(() => null);
    const products = sources.map(({ product }) => product);
    const names = await appliedRuleNames(call, products, await services.storefront.group(call));
    return products.map(({ id }) => (names.get(id) ?? []).map((name) => ({ name })));
  }),
}));

/** The names of the catalog price rules of products, where the shop shares them. */
export const catalogRuleGraphql = ofPackage('2.4.8', [
  values,
  productFields,
  storeConfigFields({ share_applied_catalog_rules: ['Boolean', sharesCatalogRules] }),
]);
