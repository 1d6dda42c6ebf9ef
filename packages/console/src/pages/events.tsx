import { useFilters } from '../filters.ts';
import { Page } from '../parts/page.tsx';
import { Deliveries } from './event-deliveries.tsx';
import { Hooks, Subscriptions } from './event-subscriptions.tsx';
import { Targets } from './event-targets.tsx';
import { Waiting } from './event-waiting.tsx';

const parts = [
  { name: 'targets', title: 'Providers', Part: Targets },
  { name: 'subscriptions', title: 'Subscriptions', Part: Subscriptions },
  { name: 'deliveries', title: 'Deliveries', Part: Deliveries },
  { name: 'waiting', title: 'Failures and dead letters', Part: Waiting },
  { name: 'hooks', title: 'Hooks', Part: Hooks },
] as const;

/** Event providers, subscriptions, deliveries and failures, and hooks. */
export function Events() {
  const [{ show = 'targets' }] = useFilters();
  const { Part } = parts.find(({ name }) => name === show) ?? parts[0];
  return (
    <Page title="Events">
      <nav aria-label="Event sections" class="tabs">
        {parts.map(({ name, title }) => (
          <a key={name} href={`/console/events?show=${name}`} aria-current={name === show ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Part />
    </Page>
  );
}
