import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { ActionForm, type Outcome } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { List, useList } from '../parts/list.tsx';
import { Permissions } from '../parts/permissions.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { t, tn } from '../texts/text.ts';

type Integration = Answer<'GET /_/console/integrations'>[number];
type Credentials = Answer<'POST /_/console/integrations'>;

/** The integrations; their credentials are shown once. */
export function Integrations() {
  const { console: call } = useSession();
  const list = useList((signal) => call('GET /_/console/integrations', {}, { signal }));
  const { isBusy, act, outcome } = list;
  const [open, setOpen] = useState<'new' | Integration>();
  const [keys, setKeys] = useState<Credentials>();
  const close = (): void => {
    list.clear();
    setOpen(undefined);
  };
  const create = async (name: string, resources: string[]): Promise<void> => {
    const isDone = await act(async () => {
      setKeys(await call('POST /_/console/integrations', { name, resources }));
      return t('Integration {name} created.', { name });
    });
    if (isDone) setOpen(undefined);
  };
  const change = async (name: string, changes: { resources?: string[]; is_active?: boolean }): Promise<void> => {
    const isDone = await act(async () => {
      await call('PUT /_/console/integrations/:name', { name, ...changes });
      return t('Integration {name} saved.', { name });
    });
    if (isDone) setOpen(undefined);
  };
  const revoke = async (name: string): Promise<void> => {
    if (!confirm(t('Revoke the access token of {name}? This cannot be undone.', { name }))) return;
    await act(async () => {
      await call('DELETE /_/console/integrations/:name/token', { name });
      return t('Access token of {name} revoked.', { name });
    });
  };
  return (
    <>
      <List
        of={list}
        isFormOpen={open !== undefined}
        add={{ label: t('New integration'), open: () => setOpen('new') }}
        caption={t('Integrations')}
        keyOf={({ integration_id }) => integration_id!}
        none={t('No integrations yet.')}
        columns={[
          { title: t('Name'), show: ({ name }) => name },
          {
            title: t('State'),
            show: ({ is_active: on }) => <Badge kind={on ? 'good' : 'warn'}>{on ? t('active') : t('disabled')}</Badge>,
          },
          { title: t('Permissions'), show: (one) => mayOf(one) },
          { title: t('Created'), show: ({ created_at: time }) => <Time at={time!} /> },
          {
            title: t('Actions'),
            show: (one) => (
              <div class="actions">
                <button
                  type="button"
                  aria-label={t('Permissions of {name}', { name: one.name })}
                  onClick={() => setOpen(one)}
                >
                  {t('Permissions')}
                </button>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => change(one.name!, { is_active: !one.is_active })}
                >
                  {one.is_active ? t('Disable') : t('Enable')}
                </button>
                <button type="button" disabled={isBusy} onClick={() => revoke(one.name!)}>
                  {t('Revoke token')}
                </button>
              </div>
            ),
          },
        ]}
      />
      {open === 'new' && (
        <Dialog title={t('New integration')} close={close}>
          <GrantForm
            label={t('Create integration')}
            isNew
            isBusy={isBusy}
            outcome={outcome}
            granted={[]}
            save={create}
          />
        </Dialog>
      )}
      {open !== undefined && open !== 'new' && (
        <Dialog title={t('Permissions of {name}', { name: open.name })} close={close}>
          <GrantForm
            label={t('Save')}
            isBusy={isBusy}
            outcome={outcome}
            granted={open.unlimited ? ['Magento_Backend::all'] : open.resources!}
            save={(_, resources) => change(open.name!, { resources })}
          />
        </Dialog>
      )}
      {keys && <Keys keys={keys} close={() => setKeys(undefined)} />}
    </>
  );
}

/** A summary of the permissions of a caller. */
export function mayOf({ unlimited, resources }: Pick<Integration, 'unlimited' | 'resources'>): string {
  if (unlimited) return t('all permissions');
  const count = resources?.length ?? 0;
  return tn(count, '{count} permission', '{count} permissions');
}

/** A form with a name and permissions. */
export function GrantForm({
  label,
  isNew = false,
  isBusy,
  outcome,
  granted,
  save,
}: {
  label: string;
  isNew?: boolean;
  isBusy: boolean;
  outcome: Outcome | undefined;
  granted: readonly string[];
  save: (name: string, resources: string[]) => void;
}) {
  const [chosen, choose] = useState<readonly string[]>(granted);
  return (
    <ActionForm label={label} isBusy={isBusy} outcome={outcome} send={({ name = '' }) => save(name, [...chosen])}>
      {isNew && (
        <Field label={t('Name')}>
          <input name="name" required autocomplete="off" />
        </Field>
      )}
      <Permissions chosen={chosen} choose={choose} />
    </ActionForm>
  );
}

function Keys({ keys, close }: { keys: Credentials; close: () => void }) {
  const [copied, setCopied] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const entries = Object.entries(keys);
  const copy = async (name: string, text: string): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(name);
  };
  const copyAll = async (): Promise<void> => {
    const lines = [['base_url', location.origin], ...entries].map(([name, value]) => `${name.toUpperCase()}=${value}`);
    await copy('.env', `${lines.join('\n')}\n`);
    setWhole(true);
  };
  return (
    <Dialog
      title={t('Credentials of the new integration')}
      close={close}
      mayClose={() => isWhole || confirm(t('Close the credentials? They are not shown again.'))}
    >
      <p>{t('Copy them now: they are shown only once. The access token works as a bearer token.')}</p>
      <dl class="pairs">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>{' '}
              <button
                type="button"
                aria-label={t('Copy {name}', { name })}
                onClick={() => void copy(name, String(value))}
              >
                {copied === name ? t('Copied') : t('Copy')}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" class="primary" onClick={() => void copyAll()}>
        {copied === '.env' ? t('Copied') : t('Copy as .env')}
      </button>
    </Dialog>
  );
}
