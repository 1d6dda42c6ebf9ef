import { useState } from 'preact/hooks';
import type { Answer } from '../calls.ts';
import { ActionForm, useAction } from '../parts/action.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';
import { Exchange, requestText } from './event-exchange.tsx';

/** Identifies a hook. */
export interface HookKey {
  readonly webhook_method: string | null;
  readonly webhook_type: string | null;
  readonly batch_name: string | null;
  readonly hook_name: string | null;
}

/** A button that calls a hook with a value, and shows the request and the response. */
export function TestHook({ hook }: { hook: HookKey }) {
  const { console: call } = useSession();
  const { outcome, isBusy, run, clear } = useAction();
  const [isOpen, setOpen] = useState(false);
  const [tested, setTested] = useState<Answer<'POST /_/console/hooks/test'>>();
  const name = `${hook.batch_name}/${hook.hook_name}`;
  const close = (): void => {
    clear();
    setOpen(false);
    setTested(undefined);
  };
  const send = ({ value = '' }: Readonly<Record<string, string>>): Promise<boolean> =>
    run(async () => {
      const { webhook_method, webhook_type, batch_name, hook_name } = hook;
      setTested(
        await call('POST /_/console/hooks/test', {
          webhook_method: webhook_method!,
          webhook_type: webhook_type!,
          batch_name: batch_name!,
          hook_name: hook_name!,
          value: jsonIn(value),
        }),
      );
      return '';
    });
  return (
    <>
      <button type="button" aria-label={t('Test… {name}', { name })} onClick={() => setOpen(true)}>
        {t('Test…')}
      </button>
      {isOpen && !tested && (
        <Dialog title={t('Test hook {name}', { name })} close={close}>
          <ActionForm label={t('Call hook')} isBusy={isBusy} outcome={outcome} send={(values) => void send(values)}>
            <Field
              label={t('Value as JSON')}
              hint={t('What the method is called with, or returns. Nothing is changed.')}
            >
              <textarea name="value" rows={8} required defaultValue="{}" />
            </Field>
          </ActionForm>
        </Dialog>
      )}
      {tested && <Result name={name} test={tested} close={close} />}
    </>
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(t('The text is not JSON.'));
  }
}

interface ResultProps {
  readonly name: string;
  readonly test: Answer<'POST /_/console/hooks/test'>;
  readonly close: () => void;
}

function Result({ name, test: { request, status, response, error, milliseconds }, close }: ResultProps) {
  return (
    <Exchange
      title={t('Test of hook {name}', { name })}
      request={requestText(request!)}
      status={status!}
      response={response!}
      error={error!}
      milliseconds={milliseconds!}
      close={close}
    />
  );
}
