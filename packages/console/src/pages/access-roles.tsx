import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { Dialog } from '../parts/dialog.tsx';
import { List, useList } from '../parts/list.tsx';
import { useSession } from '../session.ts';
import { GrantForm, mayOf } from './access-integrations.tsx';
import { t } from '../texts/text.ts';

type Role = Answer<'GET /_/console/roles'>[number];

/** The roles of admin users and their permissions. */
export function Roles() {
  const { console: call } = useSession();
  const list = useList((signal) => call('GET /_/console/roles', {}, { signal }));
  const { isBusy, act, outcome } = list;
  const [open, setOpen] = useState<'new' | Role>();
  const save = async (name: string, resources: string[]): Promise<void> => {
    const isDone = await act(async () => {
      await call('PUT /_/console/roles/:name', { name, resources });
      return t('Role {name} saved.', { name });
    });
    if (isDone) setOpen(undefined);
  };
  const close = (): void => {
    list.clear();
    setOpen(undefined);
  };
  return (
    <>
      <List
        of={list}
        isFormOpen={open !== undefined}
        add={{ label: t('New role'), open: () => setOpen('new') }}
        caption={t('Roles')}
        keyOf={({ role_id }) => role_id!}
        none={t('No roles yet.')}
        columns={[
          { title: t('Role'), show: ({ name }) => name },
          { title: t('Users'), isNumber: true, show: ({ users }) => users },
          { title: t('Permissions'), show: (one) => mayOf(one) },
          {
            title: t('Actions'),
            show: (one) => (
              <button
                type="button"
                aria-label={t('Permissions of {name}', { name: one.name })}
                onClick={() => setOpen(one)}
              >
                {t('Permissions')}
              </button>
            ),
          },
        ]}
      />
      {open !== undefined && (
        <Dialog title={open === 'new' ? t('New role') : t('Permissions of {name}', { name: open.name })} close={close}>
          <GrantForm
            label={t('Save')}
            isNew={open === 'new'}
            isBusy={isBusy}
            outcome={outcome}
            granted={open === 'new' ? [] : open.unlimited ? ['Magento_Backend::all'] : open.resources!}
            save={(name, resources) => save(open === 'new' ? name : open.name!, resources)}
          />
        </Dialog>
      )}
    </>
  );
}
