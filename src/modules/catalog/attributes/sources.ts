import { shopLocale } from '../../../kernel/shop-settings.ts';
import type { AttributeSource } from '../../eav/service.ts';

/** The countries that the store view allows, sorted by name. */
const countries: AttributeSource = {
  sourceModel: 'Magento\\Catalog\\Model\\Product\\Attribute\\Source\\Countryofmanufacture',
  emptyLabel: ' ',
  options: async (call) => {
    const { directory } = call.services;
    const { storeId } = call.scope;
    const locale = call.config.of(shopLocale, { storeId });
    return [...directory.allowedCountries(call, storeId)]
      .flatMap((id) => {
        // The setting may name unknown countries, which have no record or no name.
        const label = directory.country(id) ? directory.countryName(id, locale) : null;
        return label === null ? [] : [{ value: id, label }];
      })
      .sort((a, b) => (a.label < b.label ? -1 : 1));
  },
};

/** The sort orders of a category's products: their position, and the attributes that are marked for sorting. */
const sortings: AttributeSource = {
  sourceModel: 'Magento\\Catalog\\Model\\Category\\Attribute\\Source\\Sortby',
  options: async (call) => {
    const { byCode } = await call.services.eav.entity(call, 'catalog_product');
    const { storeId } = call.scope;
    const sortable = [...byCode.values()].filter((attribute) => attribute.usedForSortBy);
    return [
      { value: 'position', label: 'Position' },
      ...sortable.map(({ code, label, labels }) => ({ value: code, label: labels.get(storeId) ?? label ?? code })),
    ];
  },
};

/** Computed options of catalogue attributes. */
export const attributeSources: readonly AttributeSource[] = [countries, sortings];
