import { useState } from 'preact/hooks';
import { SoukError } from '../../../client/src/index.ts';
import { Loaded, useLoad } from '../load.tsx';
import { OutcomeOf, useAction } from '../parts/action.tsx';
import { Table } from '../parts/table.tsx';
import { useSession } from '../session.ts';
import { HookForm, SubscriptionForm } from './event-forms.tsx';
import { t } from '../texts/text.ts';

/** The event subscriptions. */
export function Subscriptions() {
  const { shop } = useSession();
  const read = useLoad(
    (signal) => shop.adobeCommerceEventsClientEventSubscription.getEventSubscriptions({}, { signal }),
    [shop],
  );
  return (
    <>
      <Creation label={t('New subscription')} Form={SubscriptionForm} reload={read.reload} />
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
  return (
    <>
      {may('Magento_AdobeCommerceWebhooks::webhooks_edit') && (
        <Creation label={t('New hook')} Form={HookForm} reload={read.reload} />
      )}
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
            ]}
          />
        )}
      </Loaded>
    </>
  );
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
