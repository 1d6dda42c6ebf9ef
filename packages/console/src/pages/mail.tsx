import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';

type ArchivedMail = Answer<'GET /_/console/mails/:id'>;

const forms = [
  ['html', 'Rendered'],
  ['text', 'Plain text'],
  ['headers', 'Headers'],
] as const;

/** One email: rendered, as plain text, and its headers. */
export function Mail({ id }: { id: number }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/mails/:id', { id }, { signal }), [id]);
  const [form, setForm] = useState<(typeof forms)[number][0]>('html');
  return (
    <Page title={read.value?.subject ?? 'Email'}>
      <p>
        <a href="/console/mails">All emails</a>
      </p>
      <Loaded of={read}>
        {(mail) => (
          <>
            <dl class="facts">
              <div>
                <dt>To</dt>
                <dd>{mail.recipient}</dd>
              </div>
              <div>
                <dt>From</dt>
                <dd>{mail.sender}</dd>
              </div>
              <div>
                <dt>{mail.error ? 'Failed' : mail.is_kept ? 'Kept in var/mail' : 'Sent'}</dt>
                <dd>
                  {timeOf(mail.sent_at!)} UTC {mail.error}
                </dd>
              </div>
              <div>
                <dt>Template</dt>
                <dd>{mail.template}</dd>
              </div>
            </dl>
            <div class="tabs" role="group" aria-label="Form">
              {forms.map(([name, title]) => (
                <button key={name} type="button" aria-pressed={form === name} onClick={() => setForm(name)}>
                  {title}
                </button>
              ))}
            </div>
            <Form mail={mail} form={form} />
            {mail.attachments!.length > 0 && (
              <>
                <h2>Attachments</h2>
                <ul>
                  {mail.attachments!.map(({ name, type, bytes }) => (
                    <li key={name}>
                      {name} ({type}, {bytes} bytes)
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p class="quiet">Secrets of the recipient (codes, tokens in links) are masked in this copy.</p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Form({ mail, form }: { mail: ArchivedMail; form: (typeof forms)[number][0] }) {
  if (form === 'html') {
    // Without any permission: no scripts, forms or navigation.
    return <iframe class="mail" sandbox="" title="Rendered email" srcdoc={mail.html!} />;
  }
  const text = form === 'text' ? mail.text! : headersOf(mail);
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={form === 'text' ? 'Plain text' : 'Headers'}>
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
