import type { Answer } from '../calls.ts';
import { download } from '../download.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { ListPager } from '../parts/pager.tsx';
import { Table } from '../parts/table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { useSession, type Session } from '../session.ts';
import { numberText } from '../texts/format.ts';
import { t, tn } from '../texts/text.ts';
import { timeOf } from './call-parts.tsx';
import { csvOf } from './csv.ts';
import { kindName } from './migration-kinds.ts';
import { MigrationState } from './migration-state.tsx';
import { useRepeating } from './repeating.ts';

type Run = Answer<'GET /_/console/migrations/:runId'>;
type Faults = Answer<'GET /_/console/migrations/:runId/faults'>;
type Fault = NonNullable<Faults['items']>[number];

/** Faults of a page. */
const PAGE = 50;
/** Faults that one call of a download reads. */
const BATCH = 1000;

/** A run that moves another shop into this one: its counts by kind, and everything of that shop that is not here. */
export function Migration({ id }: { id: number }) {
  const { console: call } = useSession();
  const [{ kind = '', moved = '', search = '', page = '1' }, change] = useFilters();
  const number = Math.max(1, Number(page) || 1);
  const run = useLoad((signal) => call('GET /_/console/migrations/:runId', { runId: id }, { signal }), [id]);
  const faults = useLoad(
    (signal) =>
      call(
        'GET /_/console/migrations/:runId/faults',
        { runId: id, kind, moved, search, page: number, limit: PAGE },
        { signal },
      ),
    [id, kind, moved, search, number],
  );
  const { outcome, isBusy, run: act } = useAction();
  useRepeating(2000, run.value?.state === 'running', () => {
    run.reload();
    faults.reload();
  });
  const save = (): void =>
    void act(async () => {
      const all = await allFaults(call, id);
      download('not-moved.csv', 'text/csv', csvOf(all));
      return tn(all.length, '{count} entry downloaded.', '{count} entries downloaded.');
    });
  return (
    <Page
      title={t('Migration')}
      actions={
        <button type="button" disabled={isBusy || !faults.value?.kinds?.length} onClick={save}>
          {t('Download report as CSV')}
        </button>
      }
    >
      <p>
        <a href="/console/migrations">{t('All migrations')}</a>
      </p>
      <OutcomeOf outcome={outcome} />
      <Loaded of={run}>{(value) => <RunSummary run={value} />}</Loaded>
      <h2>{t('Not moved')}</h2>
      <p class="quiet">{t('Everything of this shop that is not here now, after the latest run.')}</p>
      <div class="filters">
        <Field label={t('Kind')}>
          <select value={kind} onChange={(event) => change({ kind: event.currentTarget.value, page: '' })}>
            <option value="">{t('all')}</option>
            {(faults.value?.kinds ?? []).map((one) => (
              <option key={one} value={one}>
                {kindName(one)}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('Moved')}>
          <select value={moved} onChange={(event) => change({ moved: event.currentTarget.value, page: '' })}>
            <option value="">{t('all')}</option>
            <option value="no">{t('no')}</option>
            <option value="in part">{t('in part')}</option>
          </select>
        </Field>
        <Field label={t('Name or reason contains')}>
          <TextInput type="search" value={search} enter={(text) => change({ search: text, page: '' })} />
        </Field>
      </div>
      <Loaded of={faults}>
        {({ items, total_count: total }) => (
          <>
            <FaultTable faults={items ?? []} isFiltered={[kind, moved, search].some((one) => one !== '')} />
            <ListPager page={number} size={PAGE} total={total ?? 0} go={(next) => change({ page: String(next) })} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function RunSummary({ run }: { run: Run }) {
  const { address, parts, began_at: began, ended_at: ended, error, kinds } = run;
  return (
    <>
      <dl class="facts">
        <div>
          <dt>{t('Shop')}</dt>
          <dd>{address}</dd>
        </div>
        <div>
          <dt>{t('Parts')}</dt>
          <dd>{parts?.join(', ') ?? t('all')}</dd>
        </div>
        <div>
          <dt>{t('State')}</dt>
          <dd>
            <MigrationState run={run} />
          </dd>
        </div>
        <div>
          <dt>{t('Begin (UTC)')}</dt>
          <dd>{timeOf(began ?? '')}</dd>
        </div>
        {ended && (
          <div>
            <dt>{t('End (UTC)')}</dt>
            <dd>{timeOf(ended)}</dd>
          </div>
        )}
      </dl>
      {error && <p class="notice failure">{error}</p>}
      {run.state === 'interrupted' && (
        <p class="notice">{t('The command gives no sign of life. Run it again to go on where it stopped.')}</p>
      )}
      <Table
        caption={t('Records by kind')}
        rows={kinds ?? []}
        keyOf={({ kind }) => kind ?? ''}
        none={t('No records yet.')}
        columns={[
          { title: t('Kind'), show: ({ kind }) => kindName(kind ?? '') },
          { title: t('Read'), isNumber: true, show: (kind) => readText(kind) },
          { title: t('Created'), isNumber: true, show: ({ created }) => numberText(created ?? 0) },
          { title: t('Changed'), isNumber: true, show: ({ changed }) => numberText(changed ?? 0) },
          { title: t('Unchanged'), isNumber: true, show: ({ unchanged }) => numberText(unchanged ?? 0) },
          { title: t('Not moved'), isNumber: true, show: ({ refused }) => numberText(refused ?? 0) },
        ]}
      />
    </>
  );
}

/** The records of a kind that were handled, of those that the run reads: `50 of 379`. */
function readText({ created, changed, unchanged, refused, total }: NonNullable<Run['kinds']>[number]): string {
  const handled = (created ?? 0) + (changed ?? 0) + (unchanged ?? 0) + (refused ?? 0);
  if (total === undefined || total === null || total <= handled) return numberText(handled);
  return t('{count} of {total}', { count: numberText(handled), total: numberText(total) });
}

function FaultTable({ faults, isFiltered }: { faults: readonly Fault[]; isFiltered: boolean }) {
  return (
    <Table
      caption={t('Not moved')}
      rows={faults}
      keyOf={({ kind, key, reason }) => `${kind} ${key} ${reason}`}
      none={isFiltered ? t('No matching records.') : t('Everything was moved.')}
      columns={[
        { title: t('Kind'), show: ({ kind }) => kindName(kind ?? '') },
        { title: t('Record'), show: ({ name }) => name },
        {
          title: t('Moved'),
          show: ({ moved }) =>
            moved === 'no' ? <Badge kind="bad">{t('no')}</Badge> : <Badge kind="warn">{t('in part')}</Badge>,
        },
        { title: t('Reason'), show: ({ reason }) => reason },
      ]}
    />
  );
}

/** All faults of the shop of a run, as in the command's report. */
async function allFaults(call: Session['console'], id: number): Promise<Record<string, unknown>[]> {
  const faults: Fault[] = [];
  for (let page = 1; ; page++) {
    const { items } = await call('GET /_/console/migrations/:runId/faults', { runId: id, page, limit: BATCH });
    faults.push(...(items ?? []));
    if ((items ?? []).length < BATCH) break;
  }
  return faults.map(({ kind, key, name, moved, reason }) => ({ kind, key, name, moved, reason }));
}
