import { useFilters } from '../filters.ts';
import { Page } from '../parts/page.tsx';
import { Integrations } from './access-integrations.tsx';
import { Roles } from './access-roles.tsx';
import { Sessions } from './access-sessions.tsx';
import { Users } from './access-users.tsx';

const parts = [
  { name: 'integrations', title: 'Integrations', Part: Integrations },
  { name: 'users', title: 'Admin users', Part: Users },
  { name: 'roles', title: 'Roles', Part: Roles },
  { name: 'sessions', title: 'Sessions', Part: Sessions },
] as const;

/** Integrations, admin users, roles and sessions. */
export function Access() {
  const [{ show = 'integrations' }] = useFilters();
  const { Part } = parts.find(({ name }) => name === show) ?? parts[0];
  return (
    <Page title="Access">
      <nav aria-label="Access sections" class="tabs">
        {parts.map(({ name, title }) => (
          <a key={name} href={`/console/access?show=${name}`} aria-current={name === show ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Part />
    </Page>
  );
}
