import { useState } from 'preact/hooks';
import { sessionHeaders, type Answer } from '../calls.ts';
import { messageOf } from '../load.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useSession } from '../session.ts';
import { tellingHeaders } from './call-code.ts';
import { decodedUrl, Status } from './call-parts.tsx';
import { bodyText } from './call-body.ts';
import { t } from '../texts/text.ts';
import { tx } from '../texts/elements.tsx';

type Details = Answer<'GET /_/console/calls/:id'>;

/** Repeats a recorded call as the signed-in caller, optionally with a changed body. */
export function SendAgain({ call, close }: { call: Details; close: () => void }) {
  const { me } = useSession();
  const sent = bodyText(call.request!);
  const isWhole = call.request!.shown === 'whole';
  const [text, setText] = useState(isWhole ? sent : '');
  const [answer, setAnswer] = useState<{ status: number; text: string }>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const headers = { ...Object.fromEntries(tellingHeaders(call)), ...sessionHeaders };
      const hasBody = call.method !== 'GET' && text !== '';
      const response = await fetch(call.url!, { method: call.method!, headers, body: hasBody ? text : null });
      setAnswer({ status: response.status, text: await response.text() });
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  const hasMasks = `${call.url}${text}`.includes('******');
  return (
    <Dialog title={t('Send again')} close={close}>
      <p>
        <code>
          {call.method} {decodedUrl(call.url!)}
        </code>{' '}
        {t('as {name}.', { name: me.name })}{' '}
        {call.method === 'GET' ? t('The call reads data.') : t('The call repeats its changes.')}
      </p>
      {hasMasks && <p class="notice failure">{t('The call has masked secrets: replace ****** before you send it.')}</p>}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {call.method !== 'GET' && (
          <Field
            label={t('Body')}
            hint={isWhole ? undefined : t('The recording has only a part of the body: enter the whole body.')}
          >
            <textarea
              spellcheck={false}
              rows={12}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </Field>
        )}
        <div>
          <button type="submit" class="primary" disabled={isBusy}>
            {t('Send')}
          </button>
        </div>
      </form>
      <div role="status" aria-live="polite">
        {failure !== undefined && <p class="notice failure">{failure}</p>}
        {answer && (
          <>
            <p>{tx('Response: {status}', { status: <Status status={answer.status} /> })}</p>
            <pre class="code" tabIndex={0} role="region" aria-label={t('Response')}>
              {bodyText({ body: answer.text, shown: 'whole' })}
            </pre>
          </>
        )}
      </div>
    </Dialog>
  );
}
