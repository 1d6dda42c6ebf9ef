import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { RecordedCall } from './call.tsx';
import { Comparison } from './call-compare.tsx';
import { decodedUrl, Status, whoOf } from './call-parts.tsx';
import { Recording } from './call-recording.tsx';
import { useRepeating } from './repeating.ts';
import { t } from '../texts/text.ts';
import { numberText } from '../texts/format.ts';

const PLACE = '/console/calls';
const PAGE = 50;

/** The list of recorded calls, one of them, or two side by side. */
export function Calls() {
  const { path } = useLocation();
  const [, one, other] = /^\/console\/calls\/(\d+)(?:\/(\d+))?$/.exec(path) ?? [];
  if (one === undefined) return <CallList />;
  return other === undefined ? (
    <RecordedCall key={one} id={Number(one)} />
  ) : (
    <Comparison one={Number(one)} other={Number(other)} />
  );
}

type Listed = Answer<'GET /_/console/calls'>[number];

function CallList() {
  const { console: call } = useSession();
  const [{ search = '', outcome = '', callerType = '', before = '' }, change] = useFilters();
  const recording = useLoad((signal) => call('GET /_/console/recording', {}, { signal }), []);
  const read = useLoad(
    (signal) =>
      call('GET /_/console/calls', { search, outcome, callerType, before: Number(before) || undefined }, { signal }),
    [search, outcome, callerType, before],
  );
  useRepeating(2000, recording.value?.is_on === true && before === '' && read.error === undefined, read.reload);
  const { outcome: told, isBusy, run } = useAction();
  const clear = async (): Promise<void> => {
    if (!confirm(t('Remove all recorded calls?'))) return;
    await run(async () => {
      await call('DELETE /_/console/calls');
      return t('All recorded calls removed.');
    });
    read.reload();
  };
  return (
    <Page
      title={t('Calls')}
      actions={
        <button type="button" disabled={isBusy || !read.value?.length} onClick={clear}>
          {t('Remove all')}
        </button>
      }
    >
      <OutcomeOf outcome={told} />
      {recording.value && (
        <Recording
          recording={recording.value}
          changed={() => {
            recording.reload();
            read.reload();
          }}
        />
      )}
      <div class="filters">
        <Field label={t('Call contains')}>
          <TextInput
            type="search"
            value={search}
            placeholder="PUT, /V1/products"
            enter={(text) => change({ search: text, before: '' })}
          />
        </Field>
        <Field label={t('Outcome')}>
          <select value={outcome} onChange={(event) => change({ outcome: event.currentTarget.value, before: '' })}>
            <option value="">{t('any')}</option>
            <option value="failed">{t('rejected or failed')}</option>
          </select>
        </Field>
        <Field label={t('Caller')}>
          <select
            value={callerType}
            onChange={(event) => change({ callerType: event.currentTarget.value, before: '' })}
          >
            <option value="">{t('any')}</option>
            {callers.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Loaded of={read}>{(calls) => <CallTable calls={calls} older={(id) => change({ before: String(id) })} />}</Loaded>
    </Page>
  );
}

const callers = [
  ['integration', t('integrations')],
  ['admin', t('admin users')],
  ['customer', t('customers')],
  ['guest', t('guests')],
] as const;

function CallTable({ calls, older }: { calls: readonly Listed[]; older: (id: number) => void }) {
  const { route } = useLocation();
  const [chosen, choose] = useState<readonly number[]>([]);
  const toggle = (id: number, isOn: boolean): void =>
    choose(isOn ? [...chosen, id].slice(-2) : chosen.filter((one) => one !== id));
  return (
    <>
      {calls.length > 0 && (
        <div class="actions">
          <button
            type="button"
            disabled={chosen.length !== 2}
            onClick={() => route(`${PLACE}/${chosen.toSorted((a, b) => a - b).join('/')}`)}
          >
            {t('Compare selected calls')}
          </button>
        </div>
      )}
      <div class="compact">
        <PagedTable
          caption={t('Recorded calls')}
          rows={calls}
          size={PAGE}
          next={({ id }) => older(id!)}
          keyOf={({ id }) => id!}
          none={t('No matching calls. Start the recording, then send a call to /rest/… or /graphql.')}
          columns={[
            {
              title: t('Compare'),
              show: ({ id, method, url }) => (
                <input
                  type="checkbox"
                  aria-label={t('Compare {id}: {method} {url}', { id, method, url })}
                  checked={chosen.includes(id!)}
                  onChange={(event) => toggle(id!, event.currentTarget.checked)}
                />
              ),
            },
            { title: t('Time'), show: (one) => <Time at={one.started_at!} /> },
            {
              title: t('Call'),
              show: ({ id, method, url, operation }) => (
                <a href={`${PLACE}/${id}`}>
                  <code>
                    {method} {operation ? `${url!.split('?')[0]} ${operation}` : decodedUrl(url!)}
                  </code>
                </a>
              ),
            },
            { title: t('Caller'), show: (one) => whoOf(one) },
            { title: t('Status'), show: ({ status, result }) => <Status status={status!} result={result} /> },
            { title: 'ms', isNumber: true, show: (one) => numberText(one.milliseconds!, 1) },
            { title: 'SQL', isNumber: true, show: ({ statements }) => statements },
          ]}
        />
      </div>
    </>
  );
}
