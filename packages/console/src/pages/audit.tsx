import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

const filters = [
  ['user', t('User')],
  ['route', t('Call contains')],
  ['entity', t('Entity contains')],
  ['since', t('From (UTC)')],
  ['until', t('Before (UTC)')],
  ['address', t('IP address')],
  ['reference', t('Request or bulk id')],
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
      title={t('Audit')}
      actions={
        <button type="button" onClick={read.reload}>
          {t('Refresh')}
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
            caption={t('Changes')}
            rows={entries}
            keyOf={({ id }) => id!}
            none={t('No matching changes.')}
            columns={[
              { title: t('Time'), show: (one) => <Time at={one.created_at!} /> },
              { title: t('User'), show: (one) => `${one.user ?? `#${one.user_id}`} (${one.user_type})` },
              { title: t('Call'), show: (one) => <code>{one.route}</code> },
              { title: t('Entities'), show: (one) => one.entities },
              { title: t('Store'), show: (one) => one.store_code },
              {
                title: t('Outcome'),
                show: (one) => <Badge kind={one.outcome === 'done' ? 'good' : 'warn'}>{one.outcome}</Badge>,
              },
              { title: t('IP address'), show: (one) => one.address },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
