import { useFilters } from '../filters.ts';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Json } from '../parts/json.tsx';
import { List, useList } from '../parts/list.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';
import { t } from '../texts/text.ts';

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
      return t('Redelivering event {id}.', { id });
    });
  };
  return (
    <List
      of={list}
      head={
        <div class="filters">
          <Field label={t('State')}>
            <select value={state} onChange={(event) => change({ state: event.currentTarget.value })}>
              <option value="">{t('any')}</option>
              <option value="waiting">{t('waiting for the next attempt')}</option>
              <option value="dead">{t('dead letter')}</option>
            </select>
          </Field>
          <button type="button" onClick={list.load.reload}>
            {t('Refresh')}
          </button>
        </div>
      }
      caption={t('Failed events')}
      keyOf={({ id }) => id!}
      none={t('No failed events.')}
      columns={[
        {
          title: t('Event'),
          show: ({ subscription, change: told, id }) => (
            <details>
              <summary>
                <code>{subscription}</code>
              </summary>
              <Json label={t('Change of event {id}', { id })} value={told} />
            </details>
          ),
        },
        { title: t('Provider'), show: ({ provider_id: provider }) => provider },
        { title: t('Entity'), show: ({ entity, entity_id: id }) => `${entity} ${id}` },
        { title: t('Position'), isNumber: true, show: ({ position }) => position },
        { title: t('Attempts'), isNumber: true, show: ({ attempts }) => attempts },
        {
          title: t('State'),
          show: ({ is_dead: isDead, due_at: due }) =>
            isDead ? (
              <Badge kind="bad">{t('dead letter')}</Badge>
            ) : (
              <Badge kind="warn">{t('next attempt at {time}', { time: timeOf(due!) })}</Badge>
            ),
        },
        { title: t('Error'), show: ({ error }) => error },
        {
          title: t('Actions'),
          show: ({ id }) => (
            <button
              type="button"
              disabled={isBusy}
              aria-label={t('Redeliver event {id}', { id })}
              onClick={() => send(id!)}
            >
              {t('Redeliver')}
            </button>
          ),
        },
      ]}
    />
  );
}
