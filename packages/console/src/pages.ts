import type { ComponentType } from 'preact';
import type { ownConsolePlaces } from '../../../src/kernel/console-pages.ts';
import type { Me } from './calls.ts';
import { accessSections, dataPermissions } from './pages/sections.ts';
import { b2bSections } from './pages/b2b/sections.ts';
import { catalogEntities } from './records/catalog.ts';
import { contentEntities } from './records/content.ts';
import { customerEntities } from './records/customers.ts';
import type { Entity } from './records/entity.ts';
import { marketingEntities } from './records/marketing.ts';
import { storeEntities } from './records/stores.ts';
import type { Session } from './session.ts';
import { t } from './texts/text.ts';

/** A place of which the server knows that no module has it. */
type OwnPlace = (typeof ownConsolePlaces)[number];

/** A page of the console. */
interface Page {
  readonly place: `/console/${OwnPlace}`;
  /** Title in the navigation. */
  readonly title: string;
  /** The line of the navigation; default: that of the shop. */
  readonly group?: 'system';
  /** Whether it has pages of single entries below it. */
  readonly deeper?: boolean;
  /** The module that the page needs; some editions do not have it. */
  readonly module?: string;
  /** Permissions one of which opens the page. */
  readonly permissions: readonly string[];
  /** Loads the component when the page is first opened. */
  load(): Promise<{ default: ComponentType }>;
}

const component = (Component: ComponentType): { default: ComponentType } => ({ default: Component });

const permissionsOf = (entities: readonly Entity[]): readonly string[] => [
  ...new Set(entities.map(({ permission }) => permission)),
];

/** The pages in the order of the navigation: those of the shop, then those of the system. */
export const pages: readonly Page[] = [
  {
    place: '/console/home',
    permissions: [
      'Magento_Sales::actions_view',
      'Magento_InventoryApi::source',
      'Magento_Logging::system_magento_logging_bulk_operations',
      'Magento_AdobeIoEventsClient::adobe_io_events',
      'Magento_Email::template',
      'Magento_Backend::dashboard',
    ],
    title: t('Home'),
    load: async () => component((await import('./pages/home.tsx')).Home),
  },
  {
    place: '/console/overview',
    permissions: ['Magento_Backend::dashboard'],
    title: t('Overview'),
    load: async () => component((await import('./pages/overview.tsx')).Overview),
  },
  {
    place: '/console/orders',
    permissions: ['Magento_Sales::actions_view'],
    title: t('Orders'),
    deeper: true,
    load: async () => component((await import('./pages/orders/orders.tsx')).Orders),
  },
  {
    place: '/console/catalog',
    permissions: [
      'Magento_Catalog::products',
      'Magento_Catalog::categories',
      'Magento_Review::reviews_all',
      ...permissionsOf(catalogEntities),
    ],
    title: t('Catalog'),
    deeper: true,
    load: async () => component((await import('./pages/catalog/catalog.tsx')).Catalog),
  },
  {
    place: '/console/customers',
    permissions: permissionsOf(customerEntities),
    title: t('Customers'),
    deeper: true,
    load: async () => component((await import('./pages/customers.tsx')).Customers),
  },
  {
    place: '/console/marketing',
    permissions: permissionsOf(marketingEntities),
    title: t('Marketing'),
    deeper: true,
    load: async () => component((await import('./pages/marketing.tsx')).Marketing),
  },
  {
    place: '/console/content',
    permissions: permissionsOf(contentEntities),
    title: t('Content'),
    deeper: true,
    load: async () => component((await import('./pages/content.tsx')).Content),
  },
  {
    place: '/console/stores',
    permissions: permissionsOf(storeEntities),
    title: t('Stores'),
    deeper: true,
    load: async () => component((await import('./pages/stores.tsx')).Stores),
  },
  {
    place: '/console/b2b',
    title: 'B2B',
    deeper: true,
    module: 'Company',
    permissions: b2bSections.map(({ permission }) => permission),
    load: async () => component((await import('./pages/b2b/b2b.tsx')).B2b),
  },
  {
    place: '/console/bulks',
    group: 'system',
    permissions: ['Magento_Logging::system_magento_logging_bulk_operations'],
    title: t('Bulks'),
    deeper: true,
    load: async () => component((await import('./pages/bulks.tsx')).Bulks),
  },
  {
    place: '/console/calls',
    group: 'system',
    permissions: ['Souk_Inspector::calls'],
    title: t('Calls'),
    deeper: true,
    load: async () => component((await import('./pages/calls.tsx')).Calls),
  },
  {
    place: '/console/errors',
    group: 'system',
    permissions: ['Souk_Inspector::calls'],
    title: t('Errors'),
    load: async () => component((await import('./pages/errors.tsx')).Errors),
  },
  {
    place: '/console/data',
    group: 'system',
    permissions: dataPermissions,
    title: t('Data'),
    deeper: true,
    load: async () => component((await import('./pages/data.tsx')).Data),
  },
  {
    place: '/console/events',
    group: 'system',
    permissions: ['Magento_AdobeIoEventsClient::adobe_io_events', 'Magento_AdobeCommerceWebhooks::webhooks_list'],
    title: t('Events'),
    module: 'AdobeIoEventsClient',
    load: async () => component((await import('./pages/events.tsx')).Events),
  },
  {
    place: '/console/mails',
    group: 'system',
    permissions: ['Magento_Email::template'],
    title: t('Emails'),
    deeper: true,
    load: async () => component((await import('./pages/mails.tsx')).Mails),
  },
  {
    place: '/console/migrations',
    group: 'system',
    permissions: ['Souk_Migration::runs'],
    title: t('Migrations'),
    deeper: true,
    load: async () => component((await import('./pages/migrations.tsx')).Migrations),
  },
  {
    place: '/console/access',
    group: 'system',
    permissions: accessSections.map(({ permission }) => permission),
    title: t('Access'),
    load: async () => component((await import('./pages/access.tsx')).Access),
  },
  {
    place: '/console/settings',
    group: 'system',
    permissions: ['Magento_Config::config'],
    title: t('Settings'),
    load: async () => component((await import('./pages/settings.tsx')).Settings),
  },
  {
    place: '/console/audit',
    group: 'system',
    permissions: ['Magento_Logging::magento_logging_events'],
    title: t('Audit'),
    load: async () => component((await import('./pages/audit.tsx')).Audit),
  },
];

/** The pages in the navigation of the signed-in caller. */
export function pagesOf(session: Pick<Session, 'me' | 'may'>): readonly Page[] {
  return existingPages(session).filter(({ permissions }) => permissions.some(session.may));
}

/** The lines of the navigation: pages of the shop, and pages of the system with those of modules. */
export function menuOf(session: Pick<Session, 'me' | 'may'>): readonly (readonly { place: string; title: string }[])[] {
  const open = pagesOf(session);
  const shop = open.filter(({ group }) => group === undefined);
  const system = [...open.filter(({ group }) => group === 'system'), ...modulePagesOf(session.me)];
  return [shop, system].filter(({ length }) => length > 0);
}

/** The pages of the edition of the server. */
export function existingPages({ me: { modules } }: Pick<Session, 'me'>): readonly Page[] {
  return pages.filter(({ module }) => module === undefined || modules?.includes(module));
}

/** The pages that modules add for the caller. */
export function modulePagesOf({ pages: added }: Me): readonly { place: string; title: string }[] {
  return (added ?? []).map(({ place, title }) => ({ place: `/console/${place}`, title: title ?? '' }));
}
