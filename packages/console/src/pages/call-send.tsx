import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { messageOf } from '../load.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useSession } from '../session.ts';
import { tellingHeaders } from './call-code.ts';
import { decodedUrl, Status } from './call-parts.tsx';
import { bodyText } from './call-body.ts';

type Details = Answer<'GET /_/console/calls/:id'>;

/** Sends a recorded call again, as the caller who is signed in to the console; its body can be changed before. */
export function SendAgain({ call, close }: { call: Details; close: () => void }) {
  const { token, me } = useSession();
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
      const headers = { ...Object.fromEntries(tellingHeaders(call)), authorization: `Bearer ${token}` };
      const hasBody = call.method !== 'GET' && text !== '';
      const response = await fetch(call.url!, { method: call.method!, headers, body: hasBody ? text : undefined });
      setAnswer({ status: response.status, text: await response.text() });
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  const hasMasks = `${call.url}${text}`.includes('******');
  return (
    <Dialog title="Send again" close={close}>
      <p>
        <code>
          {call.method} {decodedUrl(call.url!)}
        </code>{' '}
        as {me.name}. {call.method === 'GET' ? 'It reads.' : 'What it changes is changed again.'}
      </p>
      {hasMasks && <p class="notice failure">Secrets in it are masked: put them in before you send it.</p>}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {call.method !== 'GET' && (
          <Field
            label="Body"
            hint={isWhole ? undefined : 'The recording has not the whole of it: it has to be put in here.'}
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
            Send
          </button>
        </div>
      </form>
      <div role="status" aria-live="polite">
        {failure !== undefined && <p class="notice failure">{failure}</p>}
        {answer && (
          <>
            <p>
              Answered: <Status status={answer.status} />
            </p>
            <pre class="code" tabIndex={0} role="region" aria-label="The answer">
              {bodyText({ body: answer.text, shown: 'whole' })}
            </pre>
          </>
        )}
      </div>
    </Dialog>
  );
}
