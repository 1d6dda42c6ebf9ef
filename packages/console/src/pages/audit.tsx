import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';

const filters = [
  ['user', 'User'],
  ['route', 'Call contains'],
  ['entity', 'Entity contains'],
  ['since', 'From (UTC)'],
  ['until', 'Before (UTC)'],
  ['address', 'IP address'],
  ['reference', 'Request or bulk id'],
] as const;

/** The changes by admin users and integrations. */
export function Audit() {
  const { console: call } = useSession();
  const [asked, change] = useFilters();
  const sent = Object.fromEntries(filters.map(([name]) => [name, asked[name]]));
  const read = useLoad(
    (signal) => call('GET /_/console/audit', { ...sent, limit: 200 }, { signal }),
    [JSON.stringify(sent)],
  );
  return (
    <Page
      title="Audit"
      actions={
        <button type="button" onClick={read.reload}>
          Refresh
        </button>
      }
    >
      <div class="filters">
        {filters.map(([name, label]) => (
          <Field key={name} label={label}>
            {name === 'since' || name === 'until' ? (
              <input
                type="datetime-local"
                value={(asked[name] ?? '').replace(' ', 'T')}
                onChange={(event) => change({ [name]: event.currentTarget.value.replace('T', ' ') })}
              />
            ) : (
              <TextInput type="search" value={asked[name] ?? ''} enter={(text) => change({ [name]: text })} />
            )}
          </Field>
        ))}
      </div>
      <Loaded of={read}>
        {(entries) => (
          <Table
            caption="Changes"
            rows={entries}
            keyOf={({ id }) => id!}
            none="No matching changes."
            columns={[
              { title: 'Time', show: (one) => <Time at={one.created_at!} /> },
              { title: 'User', show: (one) => `${one.user ?? `#${one.user_id}`} (${one.user_type})` },
              { title: 'Call', show: (one) => <code>{one.route}</code> },
              { title: 'Entities', show: (one) => one.entities },
              { title: 'Store', show: (one) => one.store_code },
              {
                title: 'Outcome',
                show: (one) => <Badge kind={one.outcome === 'done' ? 'good' : 'warn'}>{one.outcome}</Badge>,
              },
              { title: 'IP address', show: (one) => one.address },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
