import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Client } from '../../../client/src/index.ts';
import type { WireRequest } from '../calls.ts';
import { Loaded, useLoad } from '../load.tsx';
import { requestsOf } from '../sent.ts';
import { useSession } from '../session.ts';
import { OutcomeOf, useAction } from './action.tsx';
import { Dialog } from './dialog.tsx';
import { t } from '../texts/text.ts';

/** A call of the interface by the typed client. */
export type ClientCall = (shop: Client) => Promise<unknown>;

/** A button that opens the form of a call. */
interface CallButtonProperties {
  /** Text of the button, and title of the dialog. */
  readonly label: string;
  /** Text of the button, if it differs from the title of the dialog. */
  readonly button?: string;
  readonly submit?: string;
  readonly isPrimary?: boolean;
  /** The call that the present input makes. */
  readonly call: ClientCall;
  /** Takes the sentence that reports the success. */
  readonly done: (text: string) => void;
  readonly success: string;
  readonly children?: ComponentChildren;
}

/** A button that opens a dialog with the form of a call, and with the call itself. The dialog stays open, with its input, when the call fails. */
export function CallButton({ label, button = label, isPrimary = false, ...form }: CallButtonProperties) {
  const [isOpen, setOpen] = useState(false);
  const shown = t('{button}…', { button });
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'primary' : undefined}
        aria-label={button === label ? undefined : `${shown} (${label})`}
        onClick={() => setOpen(true)}
      >
        {shown}
      </button>
      {isOpen && <CallDialog label={label} {...form} close={() => setOpen(false)} />}
    </>
  );
}

/** The dialog of a call. */
export function CallDialog({
  label,
  submit = label,
  call,
  done,
  success,
  close,
  children,
}: Omit<CallButtonProperties, 'button' | 'isPrimary'> & { close: () => void }) {
  const { shop } = useSession();
  const { outcome, isBusy, run } = useAction();
  const send = async (): Promise<void> => {
    const isDone = await run(async () => {
      await call(shop);
      return success;
    });
    if (!isDone) return;
    close();
    done(success);
  };
  return (
    <Dialog title={label} close={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {outcome?.isFailure && <OutcomeOf outcome={outcome} />}
        {children}
        <CallPreview call={call} />
        <div>
          <button type="submit" class="primary" disabled={isBusy}>
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The requests of a call: method, path and body. */
export function CallPreview({ call }: { call: ClientCall }) {
  const { shop } = useSession();
  const requests = useLoad(() => requestsOf(shop, call), [shop, call]);
  return (
    <details class="call-preview">
      <summary>{t('Show the call')}</summary>
      <Loaded of={requests}>{(all) => <Requests of={all} />}</Loaded>
    </details>
  );
}

/** Requests that an action sends, as they stand on the wire. */
export function RequestPreview({ requests }: { requests: readonly WireRequest[] }) {
  return (
    <details class="call-preview">
      <summary>{t('Show the call')}</summary>
      <Requests of={requests} />
    </details>
  );
}

/** Characters of a text up to which it is shown whole: longer ones are contents of files. */
const SHOWN_TEXT = 5000;

function shortText(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > SHOWN_TEXT ? `${value.slice(0, 100)}…` : value;
}

function Requests({ of }: { of: readonly WireRequest[] }) {
  return (
    <>
      {of.map(({ method, url, body }, i) => (
        <div key={i}>
          <p>
            <code>
              {method} {decodeURI(url)}
            </code>
          </p>
          {body !== undefined && (
            <pre
              class="code"
              tabIndex={0}
              role="region"
              aria-label={of.length > 1 ? t('Body of call {number}', { number: i + 1 }) : t('Body of the call')}
            >
              {JSON.stringify(body, shortText, 2)}
            </pre>
          )}
        </div>
      ))}
    </>
  );
}
