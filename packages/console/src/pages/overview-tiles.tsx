import type { Overview } from '../../../../src/faces/overview/present.ts';
import { useLoad } from '../load.tsx';
import { Tile } from '../parts/tile.tsx';

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
      <Tile title="Health" kind={health.value === undefined || health.value === 'ready' ? 'good' : 'bad'}>
        {health.value ?? '…'}
      </Tile>
      <Tile title="Queue" note={ageOf(sumOf(gauges, 'souk_queue_oldest_seconds'))}>
        {sumOf(gauges, 'souk_queue_depth') ?? 0} open
      </Tile>
      <Tile
        title="Consumers"
        note={consumers === undefined ? 'the database is the message broker' : 'of the message broker'}
      >
        {consumers ?? 'embedded'}
      </Tile>
      <Tile title="Outbox" note={ageOf(sumOf(gauges, 'souk_outbox_oldest_seconds'))}>
        {sumOf(gauges, 'souk_outbox_entries') ?? 0} waiting
      </Tile>
      {lag !== undefined && (
        <Tile title="Events" note={`${sumOf(gauges, 'souk_webhook_dead_letters') ?? 0} dead letters`}>
          {lag} waiting
        </Tile>
      )}
      <Tile title="Database" note={database.kind === 'sqlite' ? 'SQLite' : 'PostgreSQL'}>
        {database.milliseconds.toFixed(1)} ms
      </Tile>
    </dl>
  );
}

async function readHealth(signal: AbortSignal): Promise<string> {
  const answer = await fetch('/health/ready', { signal });
  if (answer.ok) return 'ready';
  const { reason } = (await answer.json()) as { reason?: string };
  return reason ?? 'not ready';
}

function ageOf(seconds: number | undefined): string {
  return seconds === undefined || seconds < 1 ? 'no backlog' : `oldest ${Math.round(seconds)} s`;
}
