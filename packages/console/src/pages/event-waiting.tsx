import { useFilters } from '../filters.ts';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Json } from '../parts/json.tsx';
import { List, useList } from '../parts/list.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';

/** Events whose delivery has failed: they wait for another attempt, or were given up. */
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
      return `Event ${id} is sent again.`;
    });
  };
  return (
    <List
      of={list}
      head={
        <div class="filters">
          <Field label="Events that">
            <select value={state} onChange={(event) => change({ state: event.currentTarget.value })}>
              <option value="">wait or were given up</option>
              <option value="waiting">wait for another attempt</option>
              <option value="dead">were given up (dead letters)</option>
            </select>
          </Field>
          <button type="button" onClick={list.load.reload}>
            Refresh
          </button>
        </div>
      }
      caption="Events that failed"
      keyOf={({ id }) => id!}
      none="No delivery has failed for good or for now."
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
        { title: 'To', show: ({ provider_id: provider }) => provider },
        { title: 'Of', show: ({ entity, entity_id: id }) => `${entity} ${id}` },
        { title: 'Position', isNumber: true, show: ({ position }) => position },
        { title: 'Attempts', isNumber: true, show: ({ attempts }) => attempts },
        {
          title: 'State',
          show: ({ is_dead: isDead, due_at: due }) =>
            isDead ? <Badge kind="bad">given up</Badge> : <Badge kind="warn">again at {timeOf(due!)}</Badge>,
        },
        { title: 'Error', show: ({ error }) => error },
        {
          title: 'Change',
          show: ({ id }) => (
            <button type="button" disabled={isBusy} aria-label={`Send again: event ${id}`} onClick={() => send(id!)}>
              Send again
            </button>
          ),
        },
      ]}
    />
  );
}
