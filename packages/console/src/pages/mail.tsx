import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';
import { t, tn } from '../texts/text.ts';

type ArchivedMail = Answer<'GET /_/console/mails/:id'>;

const forms = [
  ['html', t('Rendered')],
  ['text', t('Plain text')],
  ['headers', t('Headers')],
] as const;

/** One email: rendered, as plain text, and its headers. */
export function Mail({ id }: { id: number }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/mails/:id', { id }, { signal }), [id]);
  const [form, setForm] = useState<(typeof forms)[number][0]>('html');
  return (
    <Page title={read.value?.subject ?? t('Email')}>
      <p>
        <a href="/console/mails">{t('All emails')}</a>
      </p>
      <Loaded of={read}>
        {(mail) => (
          <>
            <dl class="facts">
              <div>
                <dt>{t('To [recipient]')}</dt>
                <dd>{mail.recipient}</dd>
              </div>
              <div>
                <dt>{t('From [sender]')}</dt>
                <dd>{mail.sender}</dd>
              </div>
              <div>
                <dt>{mail.error ? t('Failed') : mail.is_kept ? t('Kept in var/mail') : t('Sent')}</dt>
                <dd>
                  {timeOf(mail.sent_at!)} UTC {mail.error}
                </dd>
              </div>
              <div>
                <dt>{t('Template')}</dt>
                <dd>{mail.template}</dd>
              </div>
            </dl>
            <div class="tabs" role="group" aria-label={t('Format')}>
              {forms.map(([name, title]) => (
                <button key={name} type="button" aria-pressed={form === name} onClick={() => setForm(name)}>
                  {title}
                </button>
              ))}
            </div>
            <Form mail={mail} form={form} />
            {mail.attachments!.length > 0 && (
              <>
                <h2>{t('Attachments')}</h2>
                <ul>
                  {mail.attachments!.map(({ name, type, bytes }) => (
                    <li key={name}>
                      {tn(bytes!, '{name} ({type}, {count} byte)', '{name} ({type}, {count} bytes)', { name, type })}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p class="quiet">{t('Secrets of the recipient (codes, tokens in links) are masked in this copy.')}</p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Form({ mail, form }: { mail: ArchivedMail; form: (typeof forms)[number][0] }) {
  if (form === 'html') {
    // Without any permission: no scripts, forms or navigation.
    return <iframe class="mail" sandbox="" title={t('Rendered email')} srcdoc={mail.html!} />;
  }
  const text = form === 'text' ? mail.text! : headersOf(mail);
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={form === 'text' ? t('Plain text') : t('Headers')}>
      {text}
    </pre>
  );
}

function headersOf({ sender, recipient, subject, queued_at: queuedAt, message_id: messageId }: ArchivedMail): string {
  return [
    `From: ${sender}`,
    `To: ${recipient}`,
    `Subject: ${subject}`,
    `Date: ${new Date(queuedAt!).toUTCString()}`,
    `Message-ID: ${messageId}`,
    'Auto-Submitted: auto-generated',
  ].join('\n');
}
