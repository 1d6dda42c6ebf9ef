import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { download } from '../download.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Json } from '../parts/json.tsx';
import { Page } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { useSession, type Session } from '../session.ts';
import { countOf, isOver, Progress, StatusChoice, statusNames } from './bulk-progress.tsx';
import { csvOf } from './csv.ts';
import { useRepeating } from './repeating.ts';
import { t, tn } from '../texts/text.ts';

type Operation = Answer<'GET /_/console/bulks/:uuid/operations'>[number];
/** Operations per page. */
const PAGE = 100;

/** One bulk: its progress, its operations, and actions on the failed ones. */
export function Bulk({ uuid }: { uuid: string }) {
  const { console: call } = useSession();
  const [{ status = '', after = '' }, change] = useFilters();
  const bulk = useLoad(
    async (signal) => {
      const found = await call('GET /_/console/bulks', { uuid }, { signal });
      return found[0];
    },
    [uuid],
  );
  const operations = useLoad(
    (signal) =>
      call(
        'GET /_/console/bulks/:uuid/operations',
        { uuid, status: Number(status) || undefined, after: after === '' ? undefined : Number(after), limit: PAGE },
        { signal },
      ),
    [uuid, status, after],
  );
  const reload = (): void => {
    bulk.reload();
    operations.reload();
  };
  useRepeating(1000, bulk.value !== undefined && !isOver(bulk.value), reload);
  const { outcome, isBusy, run } = useAction();
  const retry = async (): Promise<void> => {
    await run(async () => {
      const opened = await call('POST /_/console/bulks/:uuid/retry', { uuid });
      return tn(opened, 'Retrying {count} operation.', 'Retrying {count} operations.');
    });
    reload();
  };
  const save = (form: 'json' | 'csv'): void =>
    void run(async () => {
      const failed = await failedOperations(call, uuid);
      const inputs = failed.map(({ input }) => input as Readonly<Record<string, unknown>>);
      if (form === 'json') download(`${uuid}.json`, 'application/json', JSON.stringify(inputs, undefined, 2));
      else download(`${uuid}.csv`, 'text/csv', csvOf(inputs));
      return tn(
        failed.length,
        '{count} failed operation downloaded, in the format of a bulk call.',
        '{count} failed operations downloaded, in the format of a bulk call.',
      );
    });
  return (
    <Page
      title={t('Bulk')}
      actions={
        <>
          <button type="button" disabled={isBusy || !bulk.value || countOf(bulk.value, 2) === 0} onClick={retry}>
            {t('Retry failed operations')}
          </button>
          <button type="button" disabled={isBusy} onClick={() => save('json')}>
            {t('Download failures as JSON')}
          </button>
          <button type="button" disabled={isBusy} onClick={() => save('csv')}>
            {t('Download failures as CSV')}
          </button>
        </>
      }
    >
      <p>
        <a href="/console/bulks">{t('All bulks')}</a> · <code>{uuid}</code>
      </p>
      <OutcomeOf outcome={outcome} />
      {bulk.value && (
        <>
          <p>
            {bulk.value.description} · <time>{bulk.value.start_time}</time>
          </p>
          <Progress bulk={bulk.value} />
        </>
      )}
      <div class="filters">
        <StatusChoice label={t('Status')} status={status} choose={(chosen) => change({ status: chosen, after: '' })} />
      </div>
      <Loaded of={operations}>
        {(rows) => <Operations rows={rows} next={(id) => change({ after: String(id) })} />}
      </Loaded>
    </Page>
  );
}

function Operations({ rows, next }: { rows: readonly Operation[]; next: (id: number) => void }) {
  return (
    <PagedTable
      caption={t('Operations')}
      rows={rows}
      size={PAGE}
      nextTitle={t('Next operations')}
      next={({ id }) => next(id!)}
      keyOf={({ id }) => id!}
      none={t('No operations with this status.')}
      columns={[
        { title: t('Number'), isNumber: true, show: ({ id }) => id },
        { title: t('Status'), show: ({ status }) => <Badge kind={kindOf(status!)}>{statusNames.get(status!)}</Badge> },
        { title: t('Attempts'), isNumber: true, show: ({ attempts }) => attempts },
        { title: t('Message'), show: ({ result_message: message }) => message },
        { title: t('Input and result'), show: (one) => <Sent operation={one} /> },
      ]}
    />
  );
}

function Sent({ operation }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false);
  const { id, input, result } = operation;
  if (input === undefined && result === undefined) return <span class="quiet">{t('not stored')}</span>;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Show operation {id}', { id })}</summary>
      {isOpen && input !== undefined && <Json label={t('Input of operation {id}', { id })} value={input} />}
      {isOpen && result !== undefined && <Json label={t('Result of operation {id}', { id })} value={result} />}
    </details>
  );
}

function kindOf(status: number): 'good' | 'bad' | 'warn' | 'plain' {
  return status === 1 ? 'good' : status === 2 ? 'warn' : status === 4 ? 'plain' : 'bad';
}

/** The failed operations of a bulk, in order. */
async function failedOperations(call: Session['console'], uuid: string): Promise<Operation[]> {
  const failed: Operation[] = [];
  for (const status of [2, 3]) {
    for (let after: number | undefined; ;) {
      const rows = await call('GET /_/console/bulks/:uuid/operations', { uuid, status, after, limit: 1000 });
      failed.push(...rows);
      if (rows.length < 1000) break;
      after = rows.at(-1)!.id!;
    }
  }
  return failed.sort((a, b) => a.id! - b.id!);
}
