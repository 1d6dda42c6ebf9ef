import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { ActionForm, OutcomeOf, useAction } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';
import { Exchange, requestText } from './event-exchange.tsx';
import { ProviderForm } from './event-forms.tsx';
import { useRepeating } from './repeating.ts';
import { t, tn } from '../texts/text.ts';

type Standing = Answer<'GET /_/console/events/targets'>;
type TestDelivery = Answer<'POST /_/console/events/targets/:provider/test'>;
type Target = NonNullable<Standing['items']>[number];

/** The event providers and the progress of their deliveries. */
export function Targets() {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/events/targets', {}, { signal }), []);
  useRepeating(3000, read.error === undefined, read.reload);
  const { outcome, isBusy, run, clear } = useAction();
  const [open, setOpen] = useState<Target>();
  const [isNew, setNew] = useState(false);
  const [tested, setTested] = useState<TestDelivery>();
  const replay = async (provider: string, from?: number): Promise<void> => {
    const isDone = await run(async () => {
      const count = await call('POST /_/console/events/targets/:provider/replay', { provider, from });
      return from === undefined
        ? tn(count, 'Redelivering {count} dead letter.', 'Redelivering {count} dead letters.')
        : t('Redelivering all events after position {from} to {provider}.', { from, provider });
    });
    if (isDone) setOpen(undefined);
    read.reload();
  };
  const close = (): void => {
    clear();
    setOpen(undefined);
    setNew(false);
  };
  const create = async (work: () => Promise<string>): Promise<void> => {
    if (!(await run(work))) return;
    setNew(false);
    read.reload();
  };
  const test = (provider: string): Promise<boolean> =>
    run(async () => {
      setTested(await call('POST /_/console/events/targets/:provider/test', { provider }));
      return t('Test event sent to {provider}.', { provider });
    });
  return (
    <>
      <div class="actions">
        <button type="button" class="primary" onClick={() => setNew(true)}>
          {t('New provider')}
        </button>
      </div>
      <OutcomeOf outcome={open || isNew ? undefined : outcome} />
      {isNew && <ProviderForm isBusy={isBusy} outcome={outcome} close={close} run={(work) => void create(work)} />}
      {tested && <TestResult delivery={tested} close={() => setTested(undefined)} />}
      <Loaded of={read}>
        {({ items, is_on: isOn, horizon, latest }) => (
          <>
            <p role="status">
              {t('The log has positions {horizon} to {latest}.', { horizon, latest })}{' '}
              {isOn ? '' : t('Deliveries are disabled (adobe_io_events/eventing/enabled).')}
            </p>
            <Table
              caption={t('Providers')}
              rows={items!}
              keyOf={({ provider_id: id }) => id!}
              none={t('No webhooks yet. Create a provider to send events to.')}
              columns={[
                {
                  title: t('Provider'),
                  show: (one) => (
                    <>
                      {one.label || one.provider_id}
                      <br />
                      <small class="quiet">{one.url}</small>
                    </>
                  ),
                },
                { title: t('State'), show: (one) => <State target={one} /> },
                {
                  title: t('Position'),
                  isNumber: true,
                  show: ({ position, lag, lag_seconds: seconds }) => (
                    <>
                      {position}
                      <br />
                      <small class="quiet">
                        {lag ? t('{lag} behind, {seconds} s', { lag, seconds }) : t('up to date')}
                      </small>
                    </>
                  ),
                },
                { title: t('Delivered'), isNumber: true, show: ({ delivered }) => delivered },
                { title: t('Failed'), isNumber: true, show: ({ failed }) => failed },
                { title: t('Waiting'), isNumber: true, show: ({ waiting }) => waiting },
                { title: t('Dead letters'), isNumber: true, show: ({ dead }) => dead },
                {
                  title: t('Actions'),
                  show: (one) => (
                    <div class="actions">
                      <button
                        type="button"
                        disabled={isBusy}
                        aria-label={t('Send test event to {provider}', { provider: one.provider_id })}
                        onClick={() => void test(one.provider_id!)}
                      >
                        {t('Send test event')}
                      </button>
                      <button
                        type="button"
                        disabled={isBusy || one.dead === 0}
                        aria-label={t('Redeliver dead letters: {provider}', { provider: one.provider_id })}
                        onClick={() => replay(one.provider_id!)}
                      >
                        {t('Redeliver dead letters')}
                      </button>
                      <button
                        type="button"
                        disabled={isBusy}
                        aria-label={t('Replay… to {provider}', { provider: one.provider_id })}
                        onClick={() => setOpen(one)}
                      >
                        {t('Replay…')}
                      </button>
                    </div>
                  ),
                },
              ]}
            />
            {open && (
              <Dialog title={t('Replay events to {provider}', { provider: open.provider_id })} close={close}>
                <ActionForm
                  label={t('Replay events')}
                  isBusy={isBusy}
                  outcome={outcome}
                  send={({ from }) => replay(open.provider_id!, Number(from))}
                >
                  <Field
                    label={t('All events after position')}
                    hint={t('From {horizon} to {latest}.', { horizon, latest })}
                  >
                    <input name="from" type="number" min={horizon!} max={latest!} required defaultValue={horizon!} />
                  </Field>
                </ActionForm>
              </Dialog>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function State({ target }: { target: Target }) {
  if (target.disabled) return <Badge kind="bad">{t('disabled: {reason}', { reason: target.disabled })}</Badge>;
  if (target.is_open) {
    return (
      <Badge kind="bad">
        {target.resume_at ? t('paused until {time}', { time: timeOf(target.resume_at) }) : t('no response')}
      </Badge>
    );
  }
  if (target.failures) {
    return (
      <Badge kind="warn">
        {target.failures === 1
          ? t('failed once')
          : t('failed {failures} times in a row', { failures: target.failures })}
      </Badge>
    );
  }
  return target.delivered_at ? (
    <Badge kind="good">{t('delivers')}</Badge>
  ) : (
    <Badge kind="plain">{t('no deliveries yet')}</Badge>
  );
}

/** The request with a test event, and the response. */
function TestResult({ delivery, close }: { delivery: TestDelivery; close: () => void }) {
  const { request, status, response, error, milliseconds } = delivery;
  return (
    <Exchange
      title={t('Test event')}
      request={requestText(request!)}
      status={status!}
      response={response!}
      error={error!}
      milliseconds={milliseconds!}
      close={close}
    />
  );
}
