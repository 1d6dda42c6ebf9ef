import type { ComponentType } from 'preact';
import type { ownConsolePlaces } from '../../../src/kernel/console-pages.ts';
import type { Me } from './calls.ts';
import { accessSections, dataPermissions } from './pages/sections.ts';
import { b2bSections } from './pages/b2b/sections.ts';
import type { Session } from './session.ts';

/** A place of which the server knows that no module has it. */
type OwnPlace = (typeof ownConsolePlaces)[number];

/** A page of the console. */
interface Page {
  readonly place: `/console/${OwnPlace}`;
  /** Title in the navigation. */
  readonly title: string;
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

/** The pages in the order of the navigation. */
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
    title: 'Home',
    load: async () => component((await import('./pages/home.tsx')).Home),
  },
  {
    place: '/console/overview',
    permissions: ['Magento_Backend::dashboard'],
    title: 'Overview',
    load: async () => component((await import('./pages/overview.tsx')).Overview),
  },
  {
    place: '/console/orders',
    permissions: ['Magento_Sales::actions_view'],
    title: 'Orders',
    deeper: true,
    load: async () => component((await import('./pages/orders/orders.tsx')).Orders),
  },
  {
    place: '/console/catalog',
    permissions: ['Magento_Catalog::products'],
    title: 'Catalog',
    deeper: true,
    load: async () => component((await import('./pages/catalog/catalog.tsx')).Catalog),
  },
  {
    place: '/console/bulks',
    permissions: ['Magento_Logging::system_magento_logging_bulk_operations'],
    title: 'Bulks',
    deeper: true,
    load: async () => component((await import('./pages/bulks.tsx')).Bulks),
  },
  {
    place: '/console/calls',
    permissions: ['Souk_Inspector::calls'],
    title: 'Calls',
    deeper: true,
    load: async () => component((await import('./pages/calls.tsx')).Calls),
  },
  {
    place: '/console/errors',
    permissions: ['Souk_Inspector::calls'],
    title: 'Errors',
    load: async () => component((await import('./pages/errors.tsx')).Errors),
  },
  {
    place: '/console/data',
    permissions: dataPermissions,
    title: 'Data',
    deeper: true,
    load: async () => component((await import('./pages/data.tsx')).Data),
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
    place: '/console/events',
    permissions: ['Magento_AdobeIoEventsClient::adobe_io_events', 'Magento_AdobeCommerceWebhooks::webhooks_list'],
    title: 'Events',
    module: 'AdobeIoEventsClient',
    load: async () => component((await import('./pages/events.tsx')).Events),
  },
  {
    place: '/console/mails',
    permissions: ['Magento_Email::template'],
    title: 'Emails',
    deeper: true,
    load: async () => component((await import('./pages/mails.tsx')).Mails),
  },
  {
    place: '/console/access',
    permissions: accessSections.map(({ permission }) => permission),
    title: 'Access',
    load: async () => component((await import('./pages/access.tsx')).Access),
  },
  {
    place: '/console/settings',
    permissions: ['Magento_Config::config'],
    title: 'Settings',
    load: async () => component((await import('./pages/settings.tsx')).Settings),
  },
  {
    place: '/console/audit',
    permissions: ['Magento_Logging::magento_logging_events'],
    title: 'Audit',
    load: async () => component((await import('./pages/audit.tsx')).Audit),
  },
];

/** The pages in the navigation of the signed-in caller. */
export function pagesOf(session: Pick<Session, 'me' | 'may'>): readonly Page[] {
  return existingPages(session).filter(({ permissions }) => permissions.some(session.may));
}

/** The pages of the edition of the server. */
export function existingPages({ me: { modules } }: Pick<Session, 'me'>): readonly Page[] {
  return pages.filter(({ module }) => module === undefined || modules?.includes(module));
}

/** The pages that modules add for the caller. */
export function modulePagesOf({ pages: added }: Me): readonly { place: string; title: string }[] {
  return (added ?? []).map(({ place, title }) => ({ place: `/console/${place}`, title: title ?? '' }));
}
