import type { Overview as Figures } from '../../../../src/faces/overview/present.ts';
import { useFilters } from '../filters.ts';
import { Loaded } from '../load.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { useStream } from '../stream.ts';
import { Chart, type Line } from './chart.tsx';
import { Tiles } from './overview-tiles.tsx';

const spans = [
  ['15m', 'the last 15 minutes'],
  ['1h', 'the last hour'],
  ['24h', 'the last day'],
] as const;

/** The load of the installation: requests, response times and queues. */
export function Overview() {
  const [{ span = '15m' }, change] = useFilters();
  return (
    <Page title="Overview">
      <div class="filters">
        <Field label="Period">
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
          ? `${last.processes} ${last.processes === 1 ? 'process serves' : 'processes serve'} requests.`
          : 'No figures yet: the first ones arrive after ten seconds.'}
      </p>
      <Tiles figures={figures} />
      <div class="charts">
        <Chart
          title="Requests per second"
          times={times}
          lines={[
            line('answered', 'plain', (one) => perSecond(one, one.requests), buckets),
            line('rejected (4xx)', 'warn', (one) => perSecond(one, one.refused), buckets),
            line('failed (5xx)', 'bad', (one) => perSecond(one, one.failed), buckets),
          ]}
        />
        <Chart
          title="Response time in ms"
          times={times}
          lines={[
            line('p50', 'good', ({ p50 }) => p50, buckets),
            line('p95', 'warn', ({ p95 }) => p95, buckets),
            line('p99', 'bad', ({ p99 }) => p99, buckets),
          ]}
        />
        <Chart title="CPU cores in use" times={times} lines={[line('cores', 'plain', ({ cpu }) => cpu, buckets)]} />
        <Chart
          title="Memory in MB"
          times={times}
          lines={[line('MB', 'plain', ({ memory }) => memory && memory / 2 ** 20, buckets)]}
        />
        <Chart
          title="Maximum event loop delay in ms"
          times={times}
          lines={[line('ms', 'plain', ({ lag }) => lag, buckets)]}
        />
      </div>
      <h2>Busiest routes</h2>
      <Table
        caption="Busiest routes"
        rows={routes}
        keyOf={({ route }) => route}
        none="No requests yet."
        columns={[
          { title: 'Route', show: ({ route }) => <code>{route}</code> },
          { title: 'Requests', isNumber: true, show: ({ requests }) => requests },
          { title: 'Failed', isNumber: true, show: ({ failed }) => failed },
        ]}
      />
      <h2>Processes</h2>
      <Table
        caption="Processes"
        rows={processes}
        keyOf={({ name }) => name}
        none="No processes in the last 30 seconds."
        columns={[
          { title: 'Process', show: ({ name }) => <code>{name}</code> },
          { title: 'Requests per second', isNumber: true, show: ({ rate }) => rate.toFixed(1) },
          { title: 'Cores', isNumber: true, show: ({ cpu }) => cpu.toFixed(2) },
          { title: 'Memory in MB', isNumber: true, show: ({ memory }) => Math.round(memory / 2 ** 20) },
          { title: 'Maximum delay in ms', isNumber: true, show: ({ lag }) => Math.round(lag) },
        ]}
      />
      <details>
        <summary>All metrics</summary>
        <Table
          caption="Current metrics"
          rows={gauges}
          keyOf={({ name, labels }) => name + JSON.stringify(labels)}
          none="No metrics yet."
          columns={[
            { title: 'Metric', show: ({ name }) => <code>{name}</code> },
            {
              title: 'Labels',
              show: ({ labels }) =>
                Object.entries(labels)
                  .map((pair) => pair.join(' '))
                  .join(', '),
            },
            { title: 'Value', isNumber: true, show: ({ value }) => value },
          ]}
        />
      </details>
    </>
  );
}
