import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { timeOf } from './call-parts.tsx';

type Kept = Answer<'GET /_/console/mails/:id'>;

const forms = [
  ['html', 'As it looks'],
  ['text', 'Plain text'],
  ['headers', 'Headers'],
] as const;

/** One mail as it looks, as plain text, and its headers. */
export function Mail({ id }: { id: number }) {
  const { console: call } = useSession();
  const read = useLoad((signal) => call('GET /_/console/mails/:id', { id }, { signal }), [id]);
  const [form, setForm] = useState<(typeof forms)[number][0]>('html');
  return (
    <Page title={read.value?.subject ?? 'Mail'}>
      <p>
        <a href="/console/mails">All mails</a>
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
                <dt>{mail.error ? 'Given up' : 'Sent'}</dt>
                <dd>
                  {timeOf(mail.sent_at!)} UTC {mail.error}
                </dd>
              </div>
              <div>
                <dt>Kind</dt>
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
                <h2>Files</h2>
                <ul>
                  {mail.attachments!.map(({ name, type, bytes }) => (
                    <li key={name}>
                      {name} ({type}, {bytes} bytes)
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p class="quiet">What is for the recipient alone (codes, tokens in links) is masked in this copy.</p>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Form({ mail, form }: { mail: Kept; form: (typeof forms)[number][0] }) {
  if (form === 'html') {
    // Without any permission: no scripts, no forms, no links that lead anywhere.
    return <iframe class="mail" sandbox="" title="The mail as it looks" srcdoc={mail.html!} />;
  }
  const text = form === 'text' ? mail.text! : headersOf(mail);
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={form === 'text' ? 'Plain text' : 'Headers'}>
      {text}
    </pre>
  );
}

function headersOf({ sender, recipient, subject, queued_at: queuedAt, message_id: messageId }: Kept): string {
  return [
    `From: ${sender}`,
    `To: ${recipient}`,
    `Subject: ${subject}`,
    `Date: ${new Date(queuedAt!).toUTCString()}`,
    `Message-ID: ${messageId}`,
    'Auto-Submitted: auto-generated',
  ].join('\n');
}
