import { List, useList } from '../parts/list.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';

/** The callers with valid access tokens. */
export function Sessions() {
  const { console: call } = useSession();
  const list = useList((signal) => call('GET /_/console/sessions', {}, { signal }));
  const { isBusy, act } = list;
  const end = async (userId: number, name: string): Promise<void> => {
    if (!confirm(`End all sessions of ${name}?`)) return;
    await act(async () => {
      await call('DELETE /_/console/sessions/:userId', { userId });
      return `All sessions of ${name} ended.`;
    });
  };
  return (
    <List
      of={list}
      caption="Sessions"
      keyOf={(one) => `${one.user_type} ${one.user_id}`}
      none="No sessions yet."
      columns={[
        { title: 'Caller', show: (one) => `${one.name} (${one.user_type})` },
        { title: 'Tokens', isNumber: true, show: ({ tokens }) => tokens },
        { title: 'First token', show: ({ first }) => <Time at={first!} /> },
        { title: 'Last token', show: ({ last }) => <Time at={last!} /> },
        {
          title: 'Actions',
          show: (one) =>
            one.user_type === 'admin' && (
              <button type="button" disabled={isBusy} onClick={() => end(one.user_id!, one.name!)}>
                End sessions
              </button>
            ),
        },
      ]}
    />
  );
}
