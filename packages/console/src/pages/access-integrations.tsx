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
      return `Integration ${name} created.`;
    });
    if (isDone) setOpen(undefined);
  };
  const change = async (name: string, changes: { resources?: string[]; is_active?: boolean }): Promise<void> => {
    const isDone = await act(async () => {
      await call('PUT /_/console/integrations/:name', { name, ...changes });
      return `Integration ${name} saved.`;
    });
    if (isDone) setOpen(undefined);
  };
  const revoke = async (name: string): Promise<void> => {
    if (!confirm(`Revoke the access token of ${name}? This cannot be undone.`)) return;
    await act(async () => {
      await call('DELETE /_/console/integrations/:name/token', { name });
      return `Access token of ${name} revoked.`;
    });
  };
  return (
    <>
      <List
        of={list}
        isFormOpen={open !== undefined}
        add={{ label: 'New integration', open: () => setOpen('new') }}
        caption="Integrations"
        keyOf={({ integration_id }) => integration_id!}
        none="No integrations yet."
        columns={[
          { title: 'Name', show: ({ name }) => name },
          {
            title: 'State',
            show: ({ is_active: on }) => <Badge kind={on ? 'good' : 'warn'}>{on ? 'active' : 'disabled'}</Badge>,
          },
          { title: 'Permissions', show: (one) => mayOf(one) },
          { title: 'Created', show: ({ created_at: time }) => <Time at={time!} /> },
          {
            title: 'Actions',
            show: (one) => (
              <div class="actions">
                <button type="button" aria-label={`Permissions of ${one.name}`} onClick={() => setOpen(one)}>
                  Permissions
                </button>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => change(one.name!, { is_active: !one.is_active })}
                >
                  {one.is_active ? 'Disable' : 'Enable'}
                </button>
                <button type="button" disabled={isBusy} onClick={() => revoke(one.name!)}>
                  Revoke token
                </button>
              </div>
            ),
          },
        ]}
      />
      {open === 'new' && (
        <Dialog title="New integration" close={close}>
          <GrantForm label="Create integration" isNew isBusy={isBusy} outcome={outcome} granted={[]} save={create} />
        </Dialog>
      )}
      {open !== undefined && open !== 'new' && (
        <Dialog title={`Permissions of ${open.name}`} close={close}>
          <GrantForm
            label="Save"
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
  if (unlimited) return 'all permissions';
  const count = resources?.length ?? 0;
  return `${count} ${count === 1 ? 'permission' : 'permissions'}`;
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
        <Field label="Name">
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
      title="Credentials of the new integration"
      close={close}
      mayClose={() => isWhole || confirm('Close the credentials? They are not shown again.')}
    >
      <p>Copy them now: they are shown only once. The access token works as a bearer token.</p>
      <dl class="pairs">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code>{' '}
              <button type="button" aria-label={`Copy ${name}`} onClick={() => void copy(name, String(value))}>
                {copied === name ? 'Copied' : 'Copy'}
              </button>
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" class="primary" onClick={() => void copyAll()}>
        {copied === '.env' ? 'Copied' : 'Copy as .env'}
      </button>
    </Dialog>
  );
}
