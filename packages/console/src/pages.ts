import type { ComponentType } from 'preact';
import type { ownConsolePlaces } from '../../../src/kernel/console-pages.ts';
import type { Me } from './calls.ts';
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
  /** Permissions one of which opens the page; absent: the page itself says that it is not allowed. */
  readonly permissions?: readonly string[];
  /** Loads the component when the page is first opened. */
  load(): Promise<{ default: ComponentType }>;
}

const component = (Component: ComponentType): { default: ComponentType } => ({ default: Component });

/** The pages in the order of the navigation. */
export const pages: readonly Page[] = [
  {
    place: '/console/overview',
    title: 'Overview',
    load: async () => component((await import('./pages/overview.tsx')).Overview),
  },
  {
    place: '/console/bulks',
    title: 'Bulks',
    deeper: true,
    load: async () => component((await import('./pages/bulks.tsx')).Bulks),
  },
  {
    place: '/console/calls',
    title: 'Calls',
    deeper: true,
    load: async () => component((await import('./pages/calls.tsx')).Calls),
  },
  {
    place: '/console/errors',
    title: 'Errors',
    load: async () => component((await import('./pages/errors.tsx')).Errors),
  },
  {
    place: '/console/data',
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
    title: 'Events',
    module: 'AdobeIoEventsClient',
    load: async () => component((await import('./pages/events.tsx')).Events),
  },
  {
    place: '/console/mails',
    title: 'Emails',
    deeper: true,
    load: async () => component((await import('./pages/mails.tsx')).Mails),
  },
  {
    place: '/console/access',
    title: 'Access',
    load: async () => component((await import('./pages/access.tsx')).Access),
  },
  {
    place: '/console/settings',
    title: 'Settings',
    load: async () => component((await import('./pages/settings.tsx')).Settings),
  },
  { place: '/console/audit', title: 'Audit', load: async () => component((await import('./pages/audit.tsx')).Audit) },
];

/** The pages in the navigation of the signed-in caller. */
export function pagesOf({ me: { modules }, may }: Pick<Session, 'me' | 'may'>): readonly Page[] {
  return pages.filter(
    ({ module, permissions }) =>
      (module === undefined || modules?.includes(module)) && (permissions?.some(may) ?? true),
  );
}

/** The pages that modules add for the caller. */
export function modulePagesOf({ pages: added }: Me): readonly { place: string; title: string }[] {
  return (added ?? []).map(({ place, title }) => ({ place: `/console/${place}`, title: title ?? '' }));
}
