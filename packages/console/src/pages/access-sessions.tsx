import { List, useList } from '../parts/list.tsx';
import { useSession } from '../session.ts';

/** Who has access tokens at present. */
export function Sessions() {
  const { console: call } = useSession();
  const list = useList((signal) => call('GET /_/console/sessions', {}, { signal }));
  const { isBusy, act } = list;
  const end = async (userId: number, name: string): Promise<void> => {
    if (!confirm(`End every session of ${name}?`)) return;
    await act(async () => {
      await call('DELETE /_/console/sessions/:userId', { userId });
      return `${name} has to sign in again.`;
    });
  };
  return (
    <List
      of={list}
      caption="Sessions"
      keyOf={(one) => `${one.user_type} ${one.user_id}`}
      none="Nobody has a token."
      columns={[
        { title: 'Who', show: (one) => `${one.name} (${one.user_type})` },
        { title: 'Tokens', isNumber: true, show: ({ tokens }) => tokens },
        { title: 'First (UTC)', show: ({ first }) => <time>{first}</time> },
        { title: 'Last (UTC)', show: ({ last }) => <time>{last}</time> },
        {
          title: 'Change',
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
