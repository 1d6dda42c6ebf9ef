import { SoukError, type Client } from '../../../client/src/index.ts';
import { useLoad } from '../load.tsx';
import { ActionForm, type Outcome } from '../parts/action.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

/** A dialog whose form sends something new to the server. */
interface FormProperties {
  readonly isBusy: boolean;
  readonly outcome: Outcome | undefined;
  close(): void;
  /** Runs the creation; the dialog stays open when it fails. */
  run(work: () => Promise<string>): void;
}

/** The form of a new event provider. */
export function ProviderForm({ isBusy, outcome, close, run }: FormProperties) {
  const { shop } = useSession();
  const create = (values: Readonly<Record<string, string>>): void =>
    run(async () => {
      const { provider_id = '', label = '', url = '' } = values;
      const eventProvider = { provider_id, label, workspace_configuration: JSON.stringify({ url }) };
      const { workspace_configuration: made } = await shop.adobeCommerceEventsClientEventProviders.save({
        eventProvider,
      });
      return t(
        'Provider {provider} created. Its configuration with the secret for signatures, shown only once: {configuration}',
        { provider: provider_id, configuration: made },
      );
    });
  return (
    <Dialog title={t('New provider')} close={close}>
      <ActionForm label={t('Create provider')} isBusy={isBusy} outcome={outcome} send={create}>
        <Field label={t('Id')} hint={t('Letters, digits, - and _.')}>
          <input name="provider_id" required autocomplete="off" />
        </Field>
        <Field label={t('Name')}>
          <input name="label" required autocomplete="off" />
        </Field>
        <Field label="URL" hint={t('Events are sent to it by POST.')}>
          <input name="url" type="url" required placeholder="https://erp.example/events" />
        </Field>
      </ActionForm>
    </Dialog>
  );
}

/** The form of a new subscription. */
export function SubscriptionForm({ isBusy, outcome, close, run }: FormProperties) {
  const { shop, console: call } = useSession();
  const providers = useLoad((signal) => call('GET /_/console/events/targets', {}, { signal }), []);
  const names = useLoad((signal) => eventNames(shop, signal), [shop]);
  const create = ({ name = '', provider_id = '', fields = '' }: Readonly<Record<string, string>>): void =>
    run(async () => {
      const wanted = fields.split(',').map((field) => field.trim());
      await shop.adobeCommerceEventsClientEventSubscription.subscribe({
        event: {
          name,
          provider_id,
          fields: wanted.filter((field) => field !== '').map((field) => ({ name: field })),
        },
      });
      return t('Subscribed to {name}.', { name });
    });
  return (
    <Dialog title={t('New subscription')} close={close}>
      <ActionForm label={t('Subscribe')} isBusy={isBusy} outcome={outcome} send={create}>
        <Field label={t('Event')} hint={t('Such as product.created; other names of the list are accepted as well.')}>
          <input name="name" required list="event-names" autocomplete="off" />
        </Field>
        <datalist id="event-names">
          {(names.value ?? []).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label={t('Provider')}>
          <select name="provider_id" required>
            {(providers.value?.items ?? []).map(({ provider_id: id, label }) => (
              <option key={id} value={id!}>
                {label || id}
              </option>
            ))}
          </select>
        </Field>
        <Field label={t('Fields')} hint={t('Separated by commas; empty: all.')}>
          <input name="fields" autocomplete="off" placeholder="sku, price" />
        </Field>
      </ActionForm>
    </Dialog>
  );
}

/** The form of a new hook. */
export function HookForm({ isBusy, outcome, close, run }: FormProperties) {
  const { shop } = useSession();
  const create = (values: Readonly<Record<string, string>>): void =>
    run(async () => {
      const { webhook_method = '', webhook_type = '', batch_name = '', hook_name = '', url = '', required } = values;
      await shop.webhookSubscriber.subscribe({
        webhook: { webhook_method, webhook_type, batch_name, hook_name, url, required: required === 'on' },
      });
      return t('Hook {name} created.', { name: `${batch_name}/${hook_name}` });
    });
  return (
    <Dialog title={t('New hook')} close={close}>
      <ActionForm label={t('Create hook')} isBusy={isBusy} outcome={outcome} send={create}>
        <Field label={t('Method')} hint={t('Such as observer.checkout_cart_product_add_before.')}>
          <input name="webhook_method" required autocomplete="off" />
        </Field>
        <Field label={t('Type')}>
          <select name="webhook_type">
            <option value="before">{t('before')}</option>
            <option value="after">{t('after')}</option>
          </select>
        </Field>
        <Field label={t('Batch')}>
          <input name="batch_name" required autocomplete="off" defaultValue="default" />
        </Field>
        <Field label={t('Name')}>
          <input name="hook_name" required autocomplete="off" />
        </Field>
        <Field label="URL">
          <input name="url" type="url" required placeholder="https://erp.example/hook" />
        </Field>
        <label>
          <input name="required" type="checkbox" /> {t('The call fails when the hook fails')}
        </label>
      </ActionForm>
    </Dialog>
  );
}

/** Names of events; none before the release that lists them. */
async function eventNames(shop: Client, signal: AbortSignal): Promise<string[]> {
  try {
    const all = await shop.adobeCommerceEventsClientEventSubscription.getSupportedList({}, { signal });
    return all.map(({ name }) => name!);
  } catch (error) {
    if (error instanceof SoukError && error.status === 404) return [];
    throw error;
  }
}
