import type { Answer } from '../calls.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { useSession } from '../session.ts';
import { Status, timeOf, whoOf } from './call-parts.tsx';
import { useRepeating } from './repeating.ts';

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
    if (!confirm('Remove all errors?')) return;
    await run(async () => {
      await call('DELETE /_/console/errors');
      return 'All errors removed.';
    });
    read.reload();
  };
  return (
    <Page
      title="Errors"
      actions={
        <button type="button" disabled={isBusy || !read.value?.length} onClick={clear}>
          Remove all
        </button>
      }
    >
      <OutcomeOf outcome={outcome} />
      <div class="filters">
        <Field label="Route or message contains">
          <TextInput type="search" value={search} enter={(text) => change({ search: text })} />
        </Field>
        <Field label="Caller">
          <select value={callerType} onChange={(event) => change({ callerType: event.currentTarget.value })}>
            <option value="">any</option>
            <option value="integration">integrations</option>
            <option value="admin">admin users</option>
            <option value="customer">customers</option>
            <option value="guest">guests</option>
          </select>
        </Field>
        <Field label="Order">
          <select value={order} onChange={(event) => change({ order: event.currentTarget.value })}>
            <option value="">latest first</option>
            <option value="count">most frequent first</option>
          </select>
        </Field>
      </div>
      <Loaded of={read}>{(groups) => <Groups groups={groups} />}</Loaded>
    </Page>
  );
}

function Groups({ groups }: { groups: readonly Group[] }) {
  return (
    <Table
      caption="Errors"
      rows={groups}
      keyOf={({ route, message, status, user_type: type, user_id: id }) =>
        `${route} ${message} ${status} ${type} ${id}`
      }
      none="No errors within the last days."
      columns={[
        { title: 'Count', isNumber: true, show: ({ count }) => count },
        { title: 'Route', show: ({ route }) => <code>{route || 'no such route'}</code> },
        { title: 'Message', show: ({ message }) => message },
        { title: 'Status', show: ({ status }) => <Status status={status!} result={status! < 400 ? 'failed' : ''} /> },
        { title: 'Caller', show: (one) => (one.user_type === 'customer' ? 'customers' : whoOf(one)) },
        { title: 'First (UTC)', show: (one) => <time dateTime={one.first_at!}>{timeOf(one.first_at!)}</time> },
        { title: 'Last (UTC)', show: (one) => <time dateTime={one.last_at!}>{timeOf(one.last_at!)}</time> },
        { title: 'Last call', show: (one) => <LastCall group={one} /> },
      ]}
    />
  );
}

function LastCall({ group: { call_id: id, request_id: requestId } }: { group: Group }) {
  return id == null ? <code>{requestId}</code> : <a href={`/console/calls/${id}`}>call {id}</a>;
}
