import type { Overview as Figures } from '../../../../src/faces/overview/present.ts';
import { useFilters } from '../filters.ts';
import { Loaded } from '../load.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useStream } from '../stream.ts';
import { Chart, type Line } from './chart.tsx';
import { Tiles } from './overview-tiles.tsx';
import { t, tn } from '../texts/text.ts';
import { numberText } from '../texts/format.ts';

const spans = [
  ['15m', t('the last 15 minutes')],
  ['1h', t('the last hour')],
  ['24h', t('the last day')],
] as const;

/** The load of the installation: requests, response times and queues. */
export function Overview() {
  const [{ span = '15m' }, change] = useFilters();
  return (
    <Page title={t('Overview')}>
      <div class="filters">
        <Field label={t('Period')}>
          <select value={span} onChange={(event) => change({ span: event.currentTarget.value })}>
            {spans.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Machine span={span} />
    </Page>
  );
}

/** The figures of the servers over a span, with charts. */
export function Machine({ span }: { span: string }) {
  const read = useStream<Figures>(`/_/console/overview?span=${encodeURIComponent(span)}`);
  return <Loaded of={read}>{(figures) => <Shown figures={figures} />}</Loaded>;
}

type Bucket = Figures['buckets'][number];
const line = (
  label: string,
  kind: Line['kind'],
  of: (one: Bucket) => number | null,
  all: Figures['buckets'],
): Line => ({
  label,
  kind,
  values: all.map(of),
});

function Shown({ figures }: { figures: Figures }) {
  const { buckets, routes, gauges, step, processes } = figures;
  const times = buckets.map(({ at }) => at / 1000);
  // There are no figures for the current interval, and for intervals without a process.
  const perSecond = (one: Bucket, requests: number): number | null => (one.processes > 0 ? requests / step : null);
  const last = buckets.findLast(({ processes }) => processes > 0);
  return (
    <>
      <p role="status">
        {last
          ? tn(last.processes, '{count} process serves requests.', '{count} processes serve requests.')
          : t('No figures yet: the first ones arrive after ten seconds.')}
      </p>
      <Tiles figures={figures} />
      <div class="charts">
        <Chart
          title={t('Requests per second')}
          times={times}
          lines={[
            line(t('answered'), 'plain', (one) => perSecond(one, one.requests), buckets),
            line(t('rejected (4xx)'), 'warn', (one) => perSecond(one, one.refused), buckets),
            line(t('failed (5xx)'), 'bad', (one) => perSecond(one, one.failed), buckets),
          ]}
        />
        <Chart
          title={t('Response time in ms')}
          times={times}
          lines={[
            line('p50', 'good', ({ p50 }) => p50, buckets),
            line('p95', 'warn', ({ p95 }) => p95, buckets),
            line('p99', 'bad', ({ p99 }) => p99, buckets),
          ]}
        />
        <Chart
          title={t('CPU cores in use')}
          times={times}
          lines={[line(t('cores'), 'plain', ({ cpu }) => cpu, buckets)]}
        />
        <Chart
          title={t('Memory in MB')}
          times={times}
          lines={[line('MB', 'plain', ({ memory }) => memory && memory / 2 ** 20, buckets)]}
        />
        <Chart
          title={t('Maximum event loop delay in ms')}
          times={times}
          lines={[line('ms', 'plain', ({ lag }) => lag, buckets)]}
        />
      </div>
      <h2>{t('Busiest routes')}</h2>
      <Table
        caption={t('Busiest routes')}
        rows={routes}
        keyOf={({ route }) => route}
        none={t('No requests yet.')}
        columns={[
          { title: t('Route'), show: ({ route }) => <code>{route}</code> },
          { title: t('Requests'), isNumber: true, show: ({ requests }) => requests },
          { title: t('Failed'), isNumber: true, show: ({ failed }) => failed },
        ]}
      />
      <h2>{t('Processes')}</h2>
      <Table
        caption={t('Processes')}
        rows={processes}
        keyOf={({ name }) => name}
        none={t('No processes in the last 30 seconds.')}
        columns={[
          { title: t('Process'), show: ({ name }) => <code>{name}</code> },
          { title: t('Requests per second'), isNumber: true, show: ({ rate }) => numberText(rate, 1) },
          { title: t('Cores'), isNumber: true, show: ({ cpu }) => numberText(cpu, 2) },
          { title: t('Memory in MB'), isNumber: true, show: ({ memory }) => Math.round(memory / 2 ** 20) },
          { title: t('Maximum delay in ms'), isNumber: true, show: ({ lag }) => Math.round(lag) },
        ]}
      />
      <details>
        <summary>{t('All metrics')}</summary>
        <Table
          caption={t('Current metrics')}
          rows={gauges}
          keyOf={({ name, labels }) => name + JSON.stringify(labels)}
          none={t('No metrics yet.')}
          columns={[
            { title: t('Metric'), show: ({ name }) => <code>{name}</code> },
            {
              title: t('Labels'),
              show: ({ labels }) =>
                Object.entries(labels)
                  .map((pair) => pair.join(' '))
                  .join(', '),
            },
            { title: t('Value'), isNumber: true, show: ({ value }) => value },
          ]}
        />
      </details>
    </>
  );
}
