import type { Call } from '../../kernel/call.ts';
import {
  deprecated,
  enumTypes,
  interfaceType,
  objectType,
  sharedQueries,
  valueTypes,
  type EnumTypesOf,
  type ValueTypesOf,
} from '../../kernel/graphql.ts';
import { valueAt } from '../../kernel/lookup.ts';
import { design, usesStoreInUrls } from './configuration.ts';
import { storeConfig } from './configs.ts';
import { storeConfigFields, type Routable, type StoreConfigSource } from './extensions.ts';
import type { StoredStoreGroup, StoredStoreView, StoredWebsite } from './stores.ts';

const enums = enumTypes({
  SortEnum: ['ASC', 'DESC'],
  UrlRewriteEntityTypeEnum: ['CMS_PAGE', 'PRODUCT', 'CATEGORY'],
});

const values = valueTypes({ SearchResultPageInfo: { current_page: 'Int', page_size: 'Int', total_pages: 'Int' } });

declare module '../../kernel/graphql-types.ts' {
  interface GraphQLTypes extends EnumTypesOf<typeof enums>, ValueTypesOf<typeof values> {
    RoutableInterface: Routable;
    StoreConfig: StoreConfigSource;
    Website: StoredWebsite;
  }
}

/** The target of a URL of the shop. Its fields are empty if it was not reached by URL. */
const routable = interfaceType(
  'RoutableInterface',
  (t) => ({
    redirect_code: t.field('Int!', ({ route }) => route?.redirectCode ?? 0),
    relative_url: t.field('String', ({ route }) => route?.relativeUrl),
    type: t.field('UrlRewriteEntityTypeEnum', ({ route }) => route?.type),
  }),
  ({ typename }) => typename,
);

/** Where a store view stands. */
interface Place {
  readonly view: StoredStoreView;
  readonly group: StoredStoreGroup;
  readonly website: StoredWebsite;
}

function placeOf(call: Call, { storeId }: StoreConfigSource): Place {
  const { views, groups, websites } = call.services.store.cache.current;
  const view = valueAt(views.byId, storeId);
  return {
    view,
    group: valueAt(groups.byId, view.store_group_id),
    website: valueAt(websites.byId, view.website_id),
  };
}

const uid = (id: number): string => btoa(String(id));
type ConfigValues = ReturnType<typeof storeConfig>;
type TextName = {
  [K in keyof ConfigValues]-?: ConfigValues[K] extends string | null | undefined ? K : never;
}[keyof ConfigValues];

const storeConfigType = objectType('StoreConfig', (t) => {
  const configText = (name: TextName) =>
    t.field('String', (source, _, call) => storeConfig(call, placeOf(call, source).view)[name]);
  const placed = <const T extends 'ID' | 'String' | 'Int' | 'Boolean'>(type: T, of: (place: Place) => unknown) =>
    t.field(type, (source, _, call) => of(placeOf(call, source)) as never);
  return {
    base_currency_code: configText('base_currency_code'),
    base_link_url: configText('base_link_url'),
    base_media_url: configText('base_media_url'),
    base_static_url: configText('base_static_url'),
    base_url: configText('base_url'),
    code: deprecated('Use `store_code`.', configText('code')),
    default_display_currency_code: configText('default_display_currency_code'),
    id: deprecated(
      'Use `store_code`.',
      placed('Int', ({ view }) => view.id),
    ),
    is_default_store: placed('Boolean', ({ view, group }) => group.default_store_id === view.id),
    is_default_store_group: placed('Boolean', ({ group, website }) => website.default_group_id === group.id),
    locale: configText('locale'),
    root_category_id: deprecated(
      'Use `root_category_uid`.',
      placed('Int', ({ group }) => group.root_category_id),
    ),
    root_category_uid: placed('ID', ({ group }) => uid(group.root_category_id)),
    secure_base_link_url: configText('secure_base_link_url'),
    secure_base_media_url: configText('secure_base_media_url'),
    secure_base_static_url: configText('secure_base_static_url'),
    secure_base_url: configText('secure_base_url'),
    store_code: placed('ID', ({ view }) => view.code),
    store_group_code: placed('ID', ({ group }) => group.code),
    store_group_name: placed('String', ({ group }) => group.name),
    store_name: placed('String', ({ view }) => view.name),
    store_sort_order: placed('Int', () => 0),
    timezone: configText('timezone'),
    website_code: placed('ID', ({ website }) => website.code),
    website_id: deprecated(
      'Use `website_code`.',
      placed('Int', ({ website }) => website.id),
    ),
    website_name: placed('String', ({ website }) => website.name),
    weight_unit: configText('weight_unit'),
  };
});

/** Contents of pages around the main part; source: names of the interface, paths of the platform's settings. */
const designFields = storeConfigFields({
  absolute_footer: ['String', design.absoluteFooter],
  copyright: ['String', design.copyright],
  default_description: ['String', design.defaultDescription],
  default_keywords: ['String', design.defaultKeywords],
  default_title: ['String', design.defaultTitle],
  demonotice: ['Int', design.demoNotice],
  head_includes: ['String', design.headIncludes],
  head_shortcut_icon: ['String', design.shortcutIcon],
  header_logo_src: ['String', design.logo],
  logo_alt: ['String', design.logoText],
  logo_height: ['Int', design.logoHeight],
  logo_width: ['Int', design.logoWidth],
  title_prefix: ['String', design.titlePrefix],
  title_suffix: ['String', design.titleSuffix],
  use_store_in_url: ['Boolean', usesStoreInUrls],
  welcome: ['String', design.welcome],
});

const websiteGone = 'Storefronts do not need to know websites.';
const websiteType = objectType('Website', (t) => ({
  code: deprecated(websiteGone, 'String'),
  default_group_id: deprecated(
    websiteGone,
    t.field('String', (website) => website.default_group_id),
  ),
  id: deprecated(websiteGone, 'Int'),
  is_default: deprecated(
    websiteGone,
    t.field('Boolean', (website) => website.is_default === 1),
  ),
  name: deprecated(websiteGone, 'String'),
  sort_order: deprecated(websiteGone, 'Int'),
}));

const storeQueries = sharedQueries(
  (t) => ({
    storeConfig: t.field('StoreConfig', (_, __, call) => ({ storeId: call.scope.storeId })),
    availableStores: t.field('[StoreConfig]', { useCurrentGroup: 'Boolean' }, (_, { useCurrentGroup }, call) => {
      const { store } = call.services;
      const own = valueAt(store.cache.current.views.byId, call.scope.storeId);
      return store
        .views()
        .filter((view) => view.id !== 0 && view.website_id === own.website_id && view.is_active === 1)
        .filter((view) => !useCurrentGroup || view.store_group_id === own.store_group_id)
        .map(({ id }) => ({ storeId: id }));
    }),
  }),
  [],
);

/** The store views of the storefront. */
export const storeGraphql = [enums, values, routable, storeConfigType, designFields, websiteType, storeQueries];
