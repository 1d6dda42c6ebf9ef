import { useFilters } from '../filters.ts';
import { Page } from '../parts/page.tsx';
import { Integrations } from './access-integrations.tsx';
import { Roles } from './access-roles.tsx';
import { Sessions } from './access-sessions.tsx';
import { Users } from './access-users.tsx';
import { accessSections } from './sections.ts';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

const parts = { integrations: Integrations, users: Users, roles: Roles, sessions: Sessions } as const;

/** Integrations, admin users, roles and sessions: the sections that the caller may open. */
export function Access() {
  const { may } = useSession();
  const [{ show }] = useFilters();
  const open = accessSections.filter(({ permission }) => may(permission));
  const section = accessSections.find(({ name }) => name === show) ?? open[0] ?? accessSections[0];
  const Part = parts[section.name];
  return (
    <Page title={t('Access')}>
      <nav aria-label={t('Access sections')} class="tabs">
        {open.map(({ name, title }) => (
          <a key={name} href={`/console/access?show=${name}`} aria-current={name === section.name ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Part />
    </Page>
  );
}
