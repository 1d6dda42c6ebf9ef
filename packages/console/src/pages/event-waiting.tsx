import { useFilters } from '../filters.ts';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Json } from '../parts/json.tsx';
import { List, useList } from '../parts/list.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';

/** Failed events: waiting for the next attempt, or dead letters. */
export function Waiting() {
  const { console: call } = useSession();
  const [{ state = '' }, change] = useFilters();
  const list = useList(
    (signal) =>
      call('GET /_/console/events/waiting', { dead: state === '' ? undefined : state === 'dead' }, { signal }),
    [state],
  );
  const { isBusy, act } = list;
  const send = async (id: number): Promise<void> => {
    await act(async () => {
      await call('POST /_/console/events/waiting/:id/send', { id });
      return `Redelivering event ${id}.`;
    });
  };
  return (
    <List
      of={list}
      head={
        <div class="filters">
          <Field label="State">
            <select value={state} onChange={(event) => change({ state: event.currentTarget.value })}>
              <option value="">any</option>
              <option value="waiting">waiting for the next attempt</option>
              <option value="dead">dead letter</option>
            </select>
          </Field>
          <button type="button" onClick={list.load.reload}>
            Refresh
          </button>
        </div>
      }
      caption="Failed events"
      keyOf={({ id }) => id!}
      none="No failed events."
      columns={[
        {
          title: 'Event',
          show: ({ subscription, change: told, id }) => (
            <details>
              <summary>
                <code>{subscription}</code>
              </summary>
              <Json label={`Change of event ${id}`} value={told} />
            </details>
          ),
        },
        { title: 'Provider', show: ({ provider_id: provider }) => provider },
        { title: 'Entity', show: ({ entity, entity_id: id }) => `${entity} ${id}` },
        { title: 'Position', isNumber: true, show: ({ position }) => position },
        { title: 'Attempts', isNumber: true, show: ({ attempts }) => attempts },
        {
          title: 'State',
          show: ({ is_dead: isDead, due_at: due }) =>
            isDead ? <Badge kind="bad">dead letter</Badge> : <Badge kind="warn">next attempt at {timeOf(due!)}</Badge>,
        },
        { title: 'Error', show: ({ error }) => error },
        {
          title: 'Actions',
          show: ({ id }) => (
            <button type="button" disabled={isBusy} aria-label={`Redeliver event ${id}`} onClick={() => send(id!)}>
              Redeliver
            </button>
          ),
        },
      ]}
    />
  );
}
