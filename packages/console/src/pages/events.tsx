import { useFilters } from '../filters.ts';
import { Page } from '../parts/page.tsx';
import { Deliveries } from './event-deliveries.tsx';
import { Hooks, Subscriptions } from './event-subscriptions.tsx';
import { Targets } from './event-targets.tsx';
import { Waiting } from './event-waiting.tsx';
import { t } from '../texts/text.ts';

const parts = [
  { name: 'targets', title: t('Providers'), Part: Targets },
  { name: 'subscriptions', title: t('Subscriptions'), Part: Subscriptions },
  { name: 'deliveries', title: t('Deliveries'), Part: Deliveries },
  { name: 'waiting', title: t('Failures and dead letters'), Part: Waiting },
  { name: 'hooks', title: t('Hooks'), Part: Hooks },
] as const;

/** Event providers, subscriptions, deliveries and failures, and hooks. */
export function Events() {
  const [{ show = 'targets' }] = useFilters();
  const { Part } = parts.find(({ name }) => name === show) ?? parts[0];
  return (
    <Page title={t('Events')}>
      <nav aria-label={t('Event sections')} class="tabs">
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
