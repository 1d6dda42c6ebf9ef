import { useLocation } from 'preact-iso';
import type { Answer } from '../calls.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';
import { timeOf } from './call-parts.tsx';
import { Migration } from './migration.tsx';
import { movedIn, MigrationState, sumOf } from './migration-state.tsx';
import { useRepeating } from './repeating.ts';

const PLACE = '/console/migrations';
/** Runs per page. */
const PAGE = 20;

type Runs = Answer<'GET /_/console/migrations'>;

/** The runs that moved other shops into this one, or one of them. */
export function Migrations() {
  const { path } = useLocation();
  const id = path.startsWith(`${PLACE}/`) ? Number(path.slice(PLACE.length + 1)) : undefined;
  return id === undefined ? <RunList /> : <Migration id={id} />;
}

function RunList() {
  const { console: call } = useSession();
  const [{ before = '' }, change] = useFilters();
  const read = useLoad(
    (signal) => call('GET /_/console/migrations', { before: Number(before) || undefined, limit: PAGE }, { signal }),
    [before],
  );
  useRepeating(2000, read.value?.some(({ state }) => state === 'running') === true, read.reload);
  return (
    <Page title={t('Migrations')}>
      <Loaded of={read}>{(runs) => <RunTable runs={runs} older={(id) => change({ before: String(id) })} />}</Loaded>
    </Page>
  );
}

function RunTable({ runs, older }: { runs: Runs; older: (id: number) => void }) {
  return (
    <PagedTable
      caption={t('Migrations')}
      rows={runs}
      size={PAGE}
      next={({ id }) => older(id!)}
      keyOf={({ id }) => id!}
      none={t('No migrations yet. The command souk migrate moves another shop into this one.')}
      columns={[
        { title: t('Shop'), show: ({ id, address }) => <a href={`${PLACE}/${id}`}>{address}</a> },
        { title: t('Parts'), show: ({ parts }) => parts?.join(', ') ?? t('all') },
        { title: t('Begin (UTC)'), show: ({ began_at: at }) => <time dateTime={at!}>{timeOf(at!)}</time> },
        { title: t('End (UTC)'), show: ({ ended_at: at }) => at && <time dateTime={at}>{timeOf(at)}</time> },
        { title: t('State'), show: (run) => <MigrationState run={run} /> },
        { title: t('Moved'), isNumber: true, show: ({ kinds }) => movedIn(kinds) },
        { title: t('Unchanged'), isNumber: true, show: ({ kinds }) => sumOf(kinds, 'unchanged') },
        { title: t('Not moved'), isNumber: true, show: ({ kinds }) => sumOf(kinds, 'refused') },
      ]}
    />
  );
}
