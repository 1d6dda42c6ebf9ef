import type { Answer } from '../calls.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { Status, whoOf } from './call-parts.tsx';
import { useRepeating } from './repeating.ts';
import { t } from '../texts/text.ts';

type Group = Answer<'GET /_/console/errors'>[number];

/** Errors of requests, grouped by route, message and caller. */
export function Errors() {
  const { console: call } = useSession();
  const [{ search = '', callerType = '', order = '' }, change] = useFilters();
  const read = useLoad(
    (signal) => call('GET /_/console/errors', { search, callerType, order }, { signal }),
    [search, callerType, order],
  );
  useRepeating(5000, read.error === undefined, read.reload);
  const { outcome, isBusy, run } = useAction();
  const clear = async (): Promise<void> => {
    if (!confirm(t('Remove all errors?'))) return;
    await run(async () => {
      await call('DELETE /_/console/errors');
      return t('All errors removed.');
    });
    read.reload();
  };
  return (
    <Page
      title={t('Errors')}
      actions={
        <button type="button" disabled={isBusy || !read.value?.length} onClick={clear}>
          {t('Remove all')}
        </button>
      }
    >
      <OutcomeOf outcome={outcome} />
      <div class="filters">
        <Field label={t('Route or message contains')}>
          <TextInput type="search" value={search} enter={(text) => change({ search: text })} />
        </Field>
        <Field label={t('Caller')}>
          <select value={callerType} onChange={(event) => change({ callerType: event.currentTarget.value })}>
            <option value="">{t('any')}</option>
            <option value="integration">{t('integrations')}</option>
            <option value="admin">{t('admin users')}</option>
            <option value="customer">{t('customers')}</option>
            <option value="guest">{t('guests')}</option>
          </select>
        </Field>
        <Field label={t('Order [sorting]')}>
          <select value={order} onChange={(event) => change({ order: event.currentTarget.value })}>
            <option value="">{t('latest first')}</option>
            <option value="count">{t('most frequent first')}</option>
          </select>
        </Field>
      </div>
      <div class="routes">
        <Loaded of={read}>{(groups) => <Groups groups={groups} />}</Loaded>
      </div>
    </Page>
  );
}

function Groups({ groups }: { groups: readonly Group[] }) {
  return (
    <Table
      caption={t('Errors')}
      rows={groups}
      keyOf={({ route, message, status, user_type: type, user_id: id }) =>
        `${route} ${message} ${status} ${type} ${id}`
      }
      none={t('No errors within the last days.')}
      columns={[
        { title: t('Count'), isNumber: true, show: ({ count }) => count },
        { title: t('Route'), show: ({ route }) => <code>{route || t('no such route')}</code> },
        { title: t('Message'), show: ({ message }) => message },
        {
          title: t('Status'),
          show: ({ status }) => <Status status={status!} result={status! < 400 ? 'failed' : ''} />,
        },
        { title: t('Caller'), show: (one) => (one.user_type === 'customer' ? t('customers') : whoOf(one)) },
        { title: t('First'), show: (one) => <Time at={one.first_at!} /> },
        { title: t('Last'), show: (one) => <Time at={one.last_at!} /> },
        { title: t('Last call'), show: (one) => <LastCall group={one} /> },
      ]}
    />
  );
}

function LastCall({ group: { call_id: id, request_id: requestId } }: { group: Group }) {
  return id == null ? <code>{requestId}</code> : <a href={`/console/calls/${id}`}>{t('call {id}', { id })}</a>;
}
