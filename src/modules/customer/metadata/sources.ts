import type { Call } from '../../../kernel/call.ts';
import { shopLocale } from '../../../kernel/shop-settings.ts';
import type { AttributeSource, SourceOption } from '../../eav/service.ts';

/** Countries that the store view allows, in order of their names. */
const countries: AttributeSource = {
  sourceModel: 'Magento\\Customer\\Model\\ResourceModel\\Address\\Attribute\\Source\\Country',
  emptyLabel: ' ',
  options: async (call) => {
    const { directory } = call.services;
    const locale = localeOf(call);
    const named = allowedCountries(call).flatMap((id) => {
      // The setting may name countries that are gone; they have no record or no name.
      const label = directory.country(id) ? directory.countryName(id, locale) : null;
      return label === null ? [] : [{ value: id, label }];
    });
    // Letter by letter, as in the interface.
    return named.sort((a, b) => (a.label < b.label ? -1 : 1));
  },
};

/** Regions of the countries that the store view allows, in order of their names. */
const regions: AttributeSource = {
  sourceModel: 'Magento\\Customer\\Model\\ResourceModel\\Address\\Attribute\\Source\\Region',
  emptyLabel: 'Please select a region, state or province.',
  options: async (call) => {
    const all = allowedCountries(call).flatMap((id) => call.services.directory.regions(id));
    return byLabel(
      all.map(({ id, name }) => ({ value: String(id), label: name })),
      localeOf(call),
    );
  },
};

/** Websites that customers can belong to. */
const websites: AttributeSource = {
  sourceModel: 'Magento\\Customer\\Model\\Customer\\Attribute\\Source\\Website',
  options: async (call) => {
    const websites = call.services.store.websites().filter(({ id }) => id !== 0);
    return websites.map(({ id, name }) => ({ value: String(id), label: name }));
  },
};

/** Groups that customers can be in. */
const groups: AttributeSource = {
  sourceModel: 'Magento\\Customer\\Model\\Customer\\Attribute\\Source\\Group',
  options: async (call) => {
    const { list } = await call.services.customer.groups.get(call);
    return byLabel(
      list.filter(({ id }) => id !== 0).map(({ id, code }) => ({ value: String(id), label: code })),
      localeOf(call),
    );
  },
};

/** Store views that customers can belong to; forms show them below their websites and stores. */
const storeViews: AttributeSource = {
  sourceModel: 'Magento\\Customer\\Model\\Customer\\Attribute\\Source\\Store',
  options: async (call) => {
    const views = call.services.store.views().filter(({ id }) => id !== 0);
    return views.map(({ id, name }) => ({ value: String(id), label: name }));
  },
};

/** Computed options of attributes of customers and addresses. */
export const attributeSources: readonly AttributeSource[] = [countries, regions, websites, groups, storeViews];

function allowedCountries(call: Call): string[] {
  return [...call.services.directory.allowedCountries(call, call.scope.storeId)];
}

function localeOf(call: Call): string {
  return call.config.of(shopLocale, { storeId: call.scope.storeId });
}

function byLabel(options: SourceOption[], locale: string): SourceOption[] {
  const { compare } = new Intl.Collator(locale.replaceAll('_', '-'));
  return options.sort((a, b) => compare(a.label, b.label));
}
