import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Json } from '../parts/json.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';

/** Events whose delivery has failed: they wait for another attempt, or were given up. */
export function Waiting() {
  const { console: call } = useSession();
  const [{ state = '' }, change] = useFilters();
  const read = useLoad(
    (signal) =>
      call('GET /_/console/events/waiting', { dead: state === '' ? undefined : state === 'dead' }, { signal }),
    [state],
  );
  const { outcome, isBusy, run } = useAction();
  const send = async (id: number): Promise<void> => {
    await run(async () => {
      await call('POST /_/console/events/waiting/:id/send', { id });
      return `Event ${id} is sent again.`;
    });
    read.reload();
  };
  return (
    <>
      <div class="filters">
        <Field label="Events that">
          <select value={state} onChange={(event) => change({ state: event.currentTarget.value })}>
            <option value="">wait or were given up</option>
            <option value="waiting">wait for another attempt</option>
            <option value="dead">were given up (dead letters)</option>
          </select>
        </Field>
        <button type="button" onClick={read.reload}>
          Refresh
        </button>
      </div>
      <OutcomeOf outcome={outcome} />
      <Loaded of={read}>
        {(rows) => (
          <Table
            caption="Events that failed"
            rows={rows}
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
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={`Send again: event ${id}`}
                    onClick={() => send(id!)}
                  >
                    Send again
                  </button>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}
