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
import { ProviderForm } from './event-forms.tsx';
import { useRepeating } from './repeating.ts';

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
        ? `Redelivering ${count} ${count === 1 ? 'dead letter' : 'dead letters'}.`
        : `Redelivering all events after position ${from} to ${provider}.`;
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
      return `Test event sent to ${provider}.`;
    });
  return (
    <>
      <div class="actions">
        <button type="button" class="primary" onClick={() => setNew(true)}>
          New provider
        </button>
      </div>
      <OutcomeOf outcome={open || isNew ? undefined : outcome} />
      {isNew && <ProviderForm isBusy={isBusy} outcome={outcome} close={close} run={(work) => void create(work)} />}
      {tested && <TestResult delivery={tested} close={() => setTested(undefined)} />}
      <Loaded of={read}>
        {({ items, is_on: isOn, horizon, latest }) => (
          <>
            <p role="status">
              The log has positions {horizon} to {latest}.{' '}
              {isOn ? '' : 'Deliveries are disabled (adobe_io_events/eventing/enabled).'}
            </p>
            <Table
              caption="Providers"
              rows={items!}
              keyOf={({ provider_id: id }) => id!}
              none="No webhooks yet. Create a provider to send events to."
              columns={[
                {
                  title: 'Provider',
                  show: (one) => (
                    <>
                      {one.label || one.provider_id}
                      <br />
                      <small class="quiet">{one.url}</small>
                    </>
                  ),
                },
                { title: 'State', show: (one) => <State target={one} /> },
                {
                  title: 'Position',
                  isNumber: true,
                  show: ({ position, lag, lag_seconds: seconds }) => (
                    <>
                      {position}
                      <br />
                      <small class="quiet">{lag ? `${lag} behind, ${seconds} s` : 'up to date'}</small>
                    </>
                  ),
                },
                { title: 'Delivered', isNumber: true, show: ({ delivered }) => delivered },
                { title: 'Failed', isNumber: true, show: ({ failed }) => failed },
                { title: 'Waiting', isNumber: true, show: ({ waiting }) => waiting },
                { title: 'Dead letters', isNumber: true, show: ({ dead }) => dead },
                {
                  title: 'Actions',
                  show: (one) => (
                    <div class="actions">
                      <button
                        type="button"
                        disabled={isBusy}
                        aria-label={`Send test event to ${one.provider_id}`}
                        onClick={() => void test(one.provider_id!)}
                      >
                        Send test event
                      </button>
                      <button
                        type="button"
                        disabled={isBusy || one.dead === 0}
                        aria-label={`Redeliver dead letters: ${one.provider_id}`}
                        onClick={() => replay(one.provider_id!)}
                      >
                        Redeliver dead letters
                      </button>
                      <button
                        type="button"
                        disabled={isBusy}
                        aria-label={`Replay… to ${one.provider_id}`}
                        onClick={() => setOpen(one)}
                      >
                        Replay…
                      </button>
                    </div>
                  ),
                },
              ]}
            />
            {open && (
              <Dialog title={`Replay events to ${open.provider_id}`} close={close}>
                <ActionForm
                  label="Replay events"
                  isBusy={isBusy}
                  outcome={outcome}
                  send={({ from }) => replay(open.provider_id!, Number(from))}
                >
                  <Field label="All events after position" hint={`From ${horizon} to ${latest}.`}>
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
  if (target.disabled) return <Badge kind="bad">disabled: {target.disabled}</Badge>;
  if (target.is_open) {
    return <Badge kind="bad">{target.resume_at ? `paused until ${timeOf(target.resume_at)}` : 'no response'}</Badge>;
  }
  if (target.failures) {
    return (
      <Badge kind="warn">{target.failures === 1 ? 'failed once' : `failed ${target.failures} times in a row`}</Badge>
    );
  }
  return target.delivered_at ? <Badge kind="good">delivers</Badge> : <Badge kind="plain">no deliveries yet</Badge>;
}

/** The request with a test event, and the response. */
function TestResult({
  delivery: { request, status, response, error, milliseconds },
  close,
}: {
  delivery: TestDelivery;
  close: () => void;
}) {
  return (
    <Dialog title="Test event" close={close}>
      <p>
        {error ? <Badge kind="bad">failed: {error}</Badge> : <Badge kind="good">delivered</Badge>}{' '}
        {status !== 0 && `HTTP ${status}, `}
        {milliseconds} ms
      </p>
      <h3>Request</h3>
      <pre class="code" tabIndex={0} role="region" aria-label="Request">
        {`POST ${request!.url}\n${request!.headers!.map(({ name, value }) => `${name}: ${value}`).join('\n')}\n\n${request!.body}`}
      </pre>
      <h3>Response</h3>
      <pre class="code" tabIndex={0} role="region" aria-label="Response">
        {response || 'no body'}
      </pre>
    </Dialog>
  );
}
