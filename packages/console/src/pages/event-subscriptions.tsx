import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SoukError } from '../../../client/src/index.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { CallButton } from '../parts/call-dialog.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { HookForm, SubscriptionForm } from './event-forms.tsx';
import { TestHook, type HookKey } from './hook-test.tsx';
import { t } from '../texts/text.ts';

/** The event subscriptions. */
export function Subscriptions() {
  const { shop } = useSession();
  const read = useLoad(
    (signal) => shop.adobeCommerceEventsClientEventSubscription.getEventSubscriptions({}, { signal }),
    [shop],
  );
  const [notice, done] = useNotice(read.reload);
  return (
    <>
      <Creation label={t('New subscription')} Form={SubscriptionForm} reload={read.reload} />
      {notice}
      <Loaded of={read}>
        {(rows) => (
          <Table
            caption={t('Subscriptions')}
            rows={rows}
            keyOf={({ name }) => name!}
            none={t('No subscriptions yet.')}
            columns={[
              { title: t('Event'), show: ({ name }) => <code>{name}</code> },
              { title: t('Provider'), show: ({ provider_id: provider }) => provider },
              { title: t('Alias of'), show: ({ parent }) => parent },
              {
                title: t('Fields'),
                show: ({ fields }) => (fields ?? []).map(({ name }) => name).join(', ') || t('none'),
              },
              {
                title: t('Conditions'),
                show: ({ rules }) =>
                  (rules ?? [])
                    .map(({ field, operator, value }) => `${field} ${operator} ${value}`)
                    .join(` ${t('and')} `),
              },
              {
                title: t('Actions'),
                show: ({ name }) => (
                  <CallButton
                    label={t('Remove {name}', { name })}
                    button={t('Remove')}
                    submit={t('Remove subscription')}
                    call={(client) => client.request('POST /V1/eventing/eventUnsubscribe/:name', { name: name ?? '' })}
                    success={t('{name} removed.', { name })}
                    done={done}
                  >
                    <p>{t('Events that wait for their delivery are removed with it.')}</p>
                  </CallButton>
                ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

/** The hooks. */
export function Hooks() {
  const { shop, may } = useSession();
  const read = useLoad(
    (signal) =>
      shop.webhooks.list({}, { signal }).catch((error: unknown) => {
        // Releases before 2.4.9 have no such route.
        if (error instanceof SoukError && error.status === 404) return [];
        throw error;
      }),
    [shop],
  );
  const [notice, done] = useNotice(read.reload);
  const mayEdit = may('Magento_AdobeCommerceWebhooks::webhooks_edit');
  return (
    <>
      {mayEdit && <Creation label={t('New hook')} Form={HookForm} reload={read.reload} />}
      {notice}
      <Loaded of={read}>
        {(rows) => (
          <Table
            caption={t('Hooks')}
            rows={rows}
            keyOf={(one) => `${one.webhook_method} ${one.webhook_type} ${one.batch_name} ${one.hook_name}`}
            none={t('No hooks yet.')}
            columns={[
              { title: t('Method'), show: ({ webhook_method: method }) => <code>{method}</code> },
              { title: t('Type'), show: ({ webhook_type: type }) => type },
              { title: t('Hook'), show: ({ batch_name: batch, hook_name: name }) => `${batch}/${name}` },
              { title: 'URL', show: ({ url }) => url },
              {
                title: t('On failure'),
                show: ({ required }) => (required ? t('the call fails') : t('the call continues')),
              },
              { title: t('Timeout, ms'), isNumber: true, show: ({ timeout }) => timeout || t('default') },
              {
                title: t('Actions'),
                show: (hook) =>
                  mayEdit && (
                    <div class="actions">
                      <TestHook hook={hook} />
                      <RemoveHook hook={hook} done={done} />
                    </div>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </>
  );
}

function RemoveHook({ hook, done }: { hook: HookKey; done: (text: string) => void }) {
  const { webhook_method, webhook_type, batch_name, hook_name } = hook;
  const webhook = { webhook_method, webhook_type, batch_name, hook_name };
  const name = `${batch_name}/${hook_name}`;
  return (
    <CallButton
      label={t('Remove {name}', { name })}
      button={t('Remove')}
      submit={t('Remove hook')}
      call={(client) => client.request('POST /V1/webhooks/unsubscribe', { webhook })}
      success={t('{name} removed.', { name })}
      done={done}
    />
  );
}

/** The result of a removal, and what takes its sentence. */
function useNotice(reload: () => void): readonly [ComponentChildren, (text: string) => void] {
  const [text, setText] = useState<string>();
  const done = (sentence: string): void => {
    setText(sentence);
    reload();
  };
  return [<OutcomeOf outcome={text === undefined ? undefined : { text, isFailure: false }} />, done];
}

/** A button that opens the form of a new entry, and the result. */
function Creation({ label, Form, reload }: { label: string; Form: typeof HookForm; reload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { outcome, isBusy, run, clear } = useAction();
  const create = async (work: () => Promise<string>): Promise<void> => {
    if (!(await run(work))) return;
    setOpen(false);
    reload();
  };
  const close = (): void => {
    clear();
    setOpen(false);
  };
  return (
    <>
      <div class="actions">
        <button type="button" class="primary" onClick={() => setOpen(true)}>
          {label}
        </button>
      </div>
      <OutcomeOf outcome={isOpen ? undefined : outcome} />
      {isOpen && <Form isBusy={isBusy} outcome={outcome} close={close} run={(work) => void create(work)} />}
    </>
  );
}
