import { useLocation } from 'preact-iso';
import type { Answer } from '../calls.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { Bulk } from './bulk.tsx';
import { isOver, Progress, StatusChoice } from './bulk-progress.tsx';
import { whoOf } from './call-parts.tsx';
import { useRepeating } from './repeating.ts';
import { t } from '../texts/text.ts';

const PLACE = '/console/bulks';
const PAGE = 50;

/** The list of bulks, or one of them. */
export function Bulks() {
  const { path } = useLocation();
  const uuid = path.startsWith(`${PLACE}/`) ? decodeURIComponent(path.slice(PLACE.length + 1)) : '';
  return uuid ? <Bulk uuid={uuid} /> : <BulkList />;
}

function BulkList() {
  const { console: call } = useSession();
  const [{ status = '', topic = '', before = '' }, change] = useFilters();
  const read = useLoad(
    (signal) =>
      call(
        'GET /_/console/bulks',
        { status: Number(status) || undefined, topic, before: Number(before) || undefined },
        { signal },
      ),
    [status, topic, before],
  );
  // Refreshes the progress of open bulks.
  useRepeating(2000, read.value?.some((one) => !isOver(one)) === true, read.reload);
  return (
    <Page title={t('Bulks')}>
      <div class="filters">
        <StatusChoice
          label={t('Has operations with status')}
          status={status}
          choose={(chosen) => change({ status: chosen, before: '' })}
        />
        <Field label={t('Topic contains')}>
          <TextInput
            type="search"
            value={topic}
            placeholder="productrepository.save"
            enter={(text) => change({ topic: text, before: '' })}
          />
        </Field>
      </div>
      <Loaded of={read}>{(bulks) => <BulkTable bulks={bulks} older={(id) => change({ before: String(id) })} />}</Loaded>
    </Page>
  );
}

type Bulks = Answer<'GET /_/console/bulks'>;

function BulkTable({ bulks, older }: { bulks: Bulks; older: (id: number) => void }) {
  return (
    <PagedTable
      caption={t('Bulks')}
      rows={bulks}
      size={PAGE}
      next={({ id }) => older(id!)}
      keyOf={({ uuid }) => uuid!}
      none={t('No matching bulks. Send a call to /rest/async/… or /rest/async/bulk/…')}
      columns={[
        { title: t('Accepted'), show: (one) => <Time at={one.start_time!} /> },
        { title: t('Call'), show: (one) => <a href={`${PLACE}/${one.uuid}`}>{one.topic?.replace(/^async\./, '')}</a> },
        { title: t('Caller'), show: (one) => whoOf(one) },
        { title: t('Operations'), isNumber: true, show: (one) => one.operation_count },
        { title: t('Progress'), show: (one) => <Progress bulk={one} /> },
      ]}
    />
  );
}
