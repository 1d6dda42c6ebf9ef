import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Field } from '../parts/field.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { Status } from './call-parts.tsx';
import { Exchange } from './event-exchange.tsx';
import { t } from '../texts/text.ts';

const PAGE = 50;

type Delivery = Answer<'GET /_/console/events/deliveries/:id'>;

/** The requests that deliver events. */
export function Deliveries() {
  const { console: call } = useSession();
  const [{ provider = '', outcome = '', before = '' }, change] = useFilters();
  const read = useLoad(
    (signal) =>
      call(
        'GET /_/console/events/deliveries',
        { provider, failed: outcome === 'failed' ? true : undefined, before: Number(before) || undefined },
        { signal },
      ),
    [provider, outcome, before],
  );
  const { outcome: fault, isBusy, run } = useAction();
  const [open, setOpen] = useState<Delivery>();
  const show = (id: number): Promise<boolean> =>
    run(async () => {
      setOpen(await call('GET /_/console/events/deliveries/:id', { id }));
      return '';
    });
  return (
    <>
      <OutcomeOf outcome={fault?.isFailure ? fault : undefined} />
      {open && <Content delivery={open} close={() => setOpen(undefined)} />}
      <div class="filters">
        <Field label={t('Provider')}>
          <TextInput type="search" value={provider} enter={(text) => change({ provider: text, before: '' })} />
        </Field>
        <Field label={t('Outcome')}>
          <select value={outcome} onChange={(event) => change({ outcome: event.currentTarget.value, before: '' })}>
            <option value="">{t('any')}</option>
            <option value="failed">{t('failed')}</option>
          </select>
        </Field>
        <button type="button" onClick={read.reload}>
          {t('Refresh')}
        </button>
      </div>
      <Loaded of={read}>
        {(rows) => (
          <PagedTable
            caption={t('Deliveries')}
            rows={rows}
            size={PAGE}
            next={({ id }) => change({ before: String(id) })}
            keyOf={({ id }) => id!}
            none={t('No matching deliveries.')}
            columns={[
              { title: t('Time'), show: (one) => <Time at={one.created_at!} /> },
              { title: t('Provider'), show: ({ provider_id: id }) => id },
              {
                title: t('Positions'),
                show: ({ first_position: first, last_position: last }) =>
                  first === last ? first : t('{first} to {last}', { first, last }),
              },
              { title: t('Events'), isNumber: true, show: ({ events }) => events },
              { title: t('Status'), show: ({ status }) => <Status status={status!} /> },
              { title: 'ms', isNumber: true, show: ({ milliseconds }) => milliseconds },
              { title: t('Error'), show: ({ error }) => error },
              {
                title: t('Actions'),
                show: ({ id }) => (
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={t('Show delivery {id}', { id })}
                    onClick={() => void show(id!)}
                  >
                    {t('Show')}
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

/** The request and the response of a delivery. */
function Content({ delivery, close }: { delivery: Delivery; close: () => void }) {
  const { id, url, body, status, response, error, milliseconds } = delivery;
  return (
    <Exchange
      title={t('Delivery {id}', { id })}
      request={`POST ${url}\n\n${body}`}
      status={status!}
      response={response!}
      error={error!}
      milliseconds={milliseconds!}
      close={close}
    />
  );
}
