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
import { t, tn } from '../texts/text.ts';

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
    <Page title={t('Emails')}>
      <div class="filters">
        <Field label={t('Recipient or subject contains')}>
          <TextInput type="search" value={search} enter={(text) => change({ search: text, before: '' })} />
        </Field>
        <Field label={t('Template')}>
          <select value={template} onChange={(event) => change({ template: event.currentTarget.value, before: '' })}>
            <option value="">{t('any')}</option>
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
                {tn(
                  waiting!,
                  '{count} email is waiting; it is {seconds} s old.',
                  '{count} emails are waiting; the oldest is {seconds} s old.',
                  { seconds },
                )}
              </p>
            )}
            <PagedTable
              caption={t('Emails')}
              rows={items!}
              size={PAGE}
              next={({ id }) => change({ before: String(id) })}
              keyOf={({ id }) => id!}
              none={t('No matching emails.')}
              columns={[
                { title: t('Sent'), show: (one) => <Time at={one.sent_at!} /> },
                { title: t('To [recipient]'), show: ({ recipient }) => recipient },
                { title: t('Subject'), show: ({ id, subject }) => <a href={`/console/mails/${id}`}>{subject}</a> },
                { title: t('Template'), show: (one) => <code>{one.template}</code> },
                {
                  title: t('State'),
                  show: ({ error, is_kept }) =>
                    error ? (
                      <Badge kind="bad">{t('failed: {error}', { error })}</Badge>
                    ) : (
                      <Badge kind="good">{is_kept ? t('kept in var/mail') : t('sent')}</Badge>
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
