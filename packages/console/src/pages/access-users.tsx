import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { ActionForm } from '../parts/action.tsx';
import { Badge } from '../parts/badge.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { List, useList } from '../parts/list.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';
import { momentText } from '../texts/format.ts';

type User = Answer<'GET /_/console/users'>[number];

const fields = [
  ['username', t('User name')],
  ['email', t('E-mail address')],
  ['firstname', t('First name')],
  ['lastname', t('Last name')],
] as const;

/** The admin users. */
export function Users() {
  const { console: call } = useSession();
  const list = useList((signal) => call('GET /_/console/users', {}, { signal }));
  const { isBusy, act, outcome } = list;
  const [open, setOpen] = useState<'new' | User>();
  const close = (): void => {
    list.clear();
    setOpen(undefined);
  };
  const create = async (sent: Readonly<Record<string, string>>): Promise<void> => {
    const isDone = await act(async () => {
      const { username = '', email = '', firstname = '', lastname = '', role = '' } = sent;
      const made = await call('POST /_/console/users', { username, email, firstname, lastname, role });
      return t('Admin user {username} created. Password: {password}. Copy it now: it is shown only once.', {
        username,
        password: made.password,
      });
    });
    if (isDone) setOpen(undefined);
  };
  const change = async (
    username: string,
    changes: { is_active?: boolean; password?: string | undefined },
  ): Promise<void> => {
    const isDone = await act(async () => {
      await call('PUT /_/console/users/:username', { username, ...changes });
      return t('Admin user {username} saved. All sessions of the user ended.', { username });
    });
    if (isDone) setOpen(undefined);
  };
  return (
    <>
      <List
        of={list}
        isFormOpen={open !== undefined}
        add={{ label: t('New admin user'), open: () => setOpen('new') }}
        caption={t('Admin users')}
        keyOf={({ user_id }) => user_id!}
        none={t('No admin users yet.')}
        columns={[
          { title: t('Name'), show: ({ username }) => username },
          { title: t('E-mail address'), show: ({ email }) => email },
          { title: t('Role'), show: ({ role_name }) => role_name },
          { title: t('State'), show: (one) => <State user={one} /> },
          {
            title: t('Actions'),
            show: (one) => (
              <div class="actions">
                <button
                  type="button"
                  aria-label={t('Password of {name}', { name: one.username })}
                  onClick={() => setOpen(one)}
                >
                  {t('Password')}
                </button>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => change(one.username!, { is_active: !one.is_active })}
                >
                  {one.is_active ? t('Disable') : t('Enable')}
                </button>
              </div>
            ),
          },
        ]}
      />
      {open === 'new' && (
        <Dialog title={t('New admin user')} close={close}>
          <ActionForm label={t('Create admin user')} isBusy={isBusy} outcome={outcome} send={create}>
            {fields.map(([name, label]) => (
              <Field key={name} label={label}>
                <input name={name} required autocomplete="off" />
              </Field>
            ))}
            <Field label={t('Role')}>
              <input name="role" required defaultValue="Administrators" autocomplete="off" />
            </Field>
          </ActionForm>
        </Dialog>
      )}
      {open !== undefined && open !== 'new' && (
        <Dialog title={t('Password of {name}', { name: open.username })} close={close}>
          <ActionForm
            label={t('Save')}
            isBusy={isBusy}
            outcome={outcome}
            send={({ password }) => change(open.username!, { password })}
          >
            <Field label={t('New password')} hint={t('At least seven characters, with letters and digits.')}>
              <input name="password" type="password" required autocomplete="new-password" />
            </Field>
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}

function State({ user }: { user: User }) {
  if (!user.is_active) return <Badge kind="warn">{t('disabled')}</Badge>;
  return user.lock_expires ? (
    <Badge kind="bad">{t('locked until {time}', { time: momentText(user.lock_expires) })}</Badge>
  ) : (
    <Badge kind="good">{t('active')}</Badge>
  );
}
