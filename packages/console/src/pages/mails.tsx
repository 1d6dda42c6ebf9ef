import { useLocation } from 'preact-iso';
import { useFilters } from '../filters.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Badge } from '../parts/badge.tsx';
import { Field } from '../parts/field.tsx';
import { Page } from '../parts/page.tsx';
import { PagedTable } from '../parts/paged-table.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { Time } from '../parts/time.tsx';
import { useSession } from '../session.ts';
import { Mail } from './mail.tsx';
import { useRepeating } from './repeating.ts';

const PAGE = 50;

/** The list of sent emails, or one of them. */
export function Mails() {
  const { path } = useLocation();
  const id = /^\/console\/mails\/(\d+)$/.exec(path)?.[1];
  return id === undefined ? <MailList /> : <Mail key={id} id={Number(id)} />;
}

function MailList() {
  const { console: call } = useSession();
  const [{ search = '', template = '', before = '' }, change] = useFilters();
  const read = useLoad(
    (signal) => call('GET /_/console/mails', { search, template, before: Number(before) || undefined }, { signal }),
    [search, template, before],
  );
  useRepeating(2000, before === '' && read.error === undefined, read.reload);
  return (
    <Page title="Emails">
      <div class="filters">
        <Field label="Recipient or subject contains">
          <TextInput type="search" value={search} enter={(text) => change({ search: text, before: '' })} />
        </Field>
        <Field label="Template">
          <select value={template} onChange={(event) => change({ template: event.currentTarget.value, before: '' })}>
            <option value="">any</option>
            {(read.value?.templates ?? []).map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <Loaded of={read}>
        {({ items, waiting, oldest_seconds: seconds }) => (
          <>
            {waiting! > 0 && (
              <p role="status">
                {waiting} {waiting === 1 ? 'email is' : 'emails are'} waiting; the oldest is {seconds} s old.
              </p>
            )}
            <PagedTable
              caption="Emails"
              rows={items!}
              size={PAGE}
              next={({ id }) => change({ before: String(id) })}
              keyOf={({ id }) => id!}
              none="No matching emails."
              columns={[
                { title: 'Sent', show: (one) => <Time at={one.sent_at!} /> },
                { title: 'To', show: ({ recipient }) => recipient },
                { title: 'Subject', show: ({ id, subject }) => <a href={`/console/mails/${id}`}>{subject}</a> },
                { title: 'Template', show: (one) => <code>{one.template}</code> },
                {
                  title: 'State',
                  show: ({ error, is_kept }) =>
                    error ? (
                      <Badge kind="bad">failed: {error}</Badge>
                    ) : (
                      <Badge kind="good">{is_kept ? 'kept in var/mail' : 'sent'}</Badge>
                    ),
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
