import type { Overview } from '../../../../src/faces/overview/present.ts';
import { useLoad } from '../load.tsx';
import { Tile } from '../parts/tile.tsx';
import { t, tn } from '../texts/text.ts';
import { numberText } from '../texts/format.ts';

type Gauges = Overview['gauges'];

const sumOf = (gauges: Gauges, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined => {
  const found = gauges.filter(
    (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
};

/** The state of the installation in a few figures. */
export function Tiles({ figures: { gauges, database, buckets } }: { figures: Overview }) {
  // The health check of load balancers, repeated with each update of the figures.
  const health = useLoad(readHealth, [buckets]);
  const consumers = sumOf(gauges, 'souk_broker_consumers');
  const lag = sumOf(gauges, 'souk_webhook_lag_events');
  return (
    <dl class="tiles">
      <Tile title={t('Health')} kind={health.value === undefined || health.value === 'ready' ? 'good' : 'bad'}>
        {health.value === 'ready' ? t('ready') : (health.value ?? '…')}
      </Tile>
      <Tile title={t('Queue')} note={ageOf(sumOf(gauges, 'souk_queue_oldest_seconds'))}>
        {t('{number} open', { number: sumOf(gauges, 'souk_queue_depth') ?? 0 })}
      </Tile>
      <Tile
        title={t('Consumers')}
        note={consumers === undefined ? t('the database is the message broker') : t('of the message broker')}
      >
        {consumers ?? t('embedded')}
      </Tile>
      <Tile title={t('Outbox')} note={ageOf(sumOf(gauges, 'souk_outbox_oldest_seconds'))}>
        {t('{number} waiting', { number: sumOf(gauges, 'souk_outbox_entries') ?? 0 })}
      </Tile>
      {lag !== undefined && (
        <Tile
          title={t('Events')}
          note={tn(sumOf(gauges, 'souk_webhook_dead_letters') ?? 0, '{count} dead letter', '{count} dead letters')}
        >
          {t('{number} waiting', { number: lag })}
        </Tile>
      )}
      <Tile title={t('Database')} note={database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}>
        {numberText(database.milliseconds, 1)} ms
      </Tile>
    </dl>
  );
}

async function readHealth(signal: AbortSignal): Promise<string> {
  const answer = await fetch('/health/ready', { signal });
  if (answer.ok) return 'ready';
  const { reason } = (await answer.json()) as { reason?: string };
  return reason ?? t('not ready');
}

function ageOf(seconds: number | undefined): string {
  return seconds === undefined || seconds < 1
    ? t('no backlog')
    : t('oldest {seconds} s', { seconds: Math.round(seconds) });
}
