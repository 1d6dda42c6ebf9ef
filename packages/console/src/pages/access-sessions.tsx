import { List, useList } from '../parts/list.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

/** The callers with valid access tokens. */
export function Sessions() {
  const { console: call } = useSession();
  const list = useList((signal) => call('GET /_/console/sessions', {}, { signal }));
  const { isBusy, act } = list;
  const end = async (userId: number, name: string): Promise<void> => {
    if (!confirm(t('End all sessions of {name}?', { name }))) return;
    await act(async () => {
      await call('DELETE /_/console/sessions/:userId', { userId });
      return t('All sessions of {name} ended.', { name });
    });
  };
  return (
    <List
      of={list}
      caption={t('Sessions')}
      keyOf={(one) => `${one.user_type} ${one.user_id}`}
      none={t('No sessions yet.')}
      columns={[
        { title: t('Caller'), show: (one) => `${one.name} (${one.user_type})` },
        { title: t('Tokens'), isNumber: true, show: ({ tokens }) => tokens },
        { title: t('First token'), show: ({ first }) => <Time at={first!} /> },
        { title: t('Last token'), show: ({ last }) => <Time at={last!} /> },
        {
          title: t('Actions'),
          show: (one) =>
            one.user_type === 'admin' && (
              <button type="button" disabled={isBusy} onClick={() => end(one.user_id!, one.name!)}>
                {t('End sessions')}
              </button>
            ),
        },
      ]}
    />
  );
}
