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

/** What other systems are told of, and how that goes; and who is asked before something is done. */
export function Events() {
  const [{ show = 'targets' }] = useFilters();
  const { Part } = parts.find(({ name }) => name === show) ?? parts[0];
  return (
    <Page title="Events">
      <nav aria-label="Kinds of events" class="tabs">
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
