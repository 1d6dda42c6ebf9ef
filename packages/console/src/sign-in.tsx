import { useEffect, useState } from 'preact/hooks';
import { consoleCalls, routeCalls } from './calls.ts';
import { Field } from './parts/field.tsx';
import { LanguageChoice } from './parts/language-choice.tsx';
import { messageOf } from './load.tsx';
import { SecondFactor, SetUpSecondFactor, setupTokenOf, signInByPassword } from './second-factor.tsx';
import { t } from './texts/text.ts';
import { tx } from './texts/elements.tsx';

/** Whether the address is a one-time link. */
export const hasLink = (): boolean => linkCode.test(location.hash);

const linkCode = /^#link=(\w+)$/;

/** Signs in an admin user by password, or any caller by an access token or a one-time link. */
export function SignIn({ enter }: { enter: () => void }) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [factors, setFactors] = useState<readonly string[]>([]);
  const [setupToken, setSetupToken] = useState(setupTokenOf);
  const attempt = async (token: () => Promise<string>): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    try {
      await routeCalls(await token())('PUT /_/console/session');
      enter();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  useEffect(() => {
    const code = linkCode.exec(location.hash)?.[1];
    if (!code) return;
    // Removes the code from the address bar and the history.
    history.replaceState(null, '', location.pathname);
    void attempt(async () => await consoleCalls()('POST /_/console/session', { code }));
  }, []);
  const byPassword = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const sent = { username: fieldText(data, 'username'), password: fieldText(data, 'password') };
    void attempt(() => signInByPassword(sent, fieldText(data, 'otp').trim(), factors, setFactors));
  };
  const byToken = (event: SubmitEvent): void => {
    event.preventDefault();
    const token = fieldText(new FormData(event.currentTarget as HTMLFormElement), 'token').trim();
    void attempt(async () => token);
  };
  if (setupToken !== undefined) {
    return <SetUpSecondFactor token={setupToken} leave={() => setSetupToken(undefined)} />;
  }
  return (
    <main class="alone">
      <h1>
        Souk <span>{t('console')}</span>
      </h1>
      {failure !== undefined && (
        <p class="notice failure" role="alert">
          {failure}
        </p>
      )}
      <form onSubmit={byPassword}>
        <Field label={t('User name')}>
          <input name="username" autocomplete="username" required ref={focus} />
        </Field>
        <Field label={t('Password')}>
          <input name="password" type="password" autocomplete="current-password" required />
        </Field>
        <SecondFactor factors={factors} />
        <button type="submit" class="primary" disabled={isBusy}>
          {t('Sign in')}
        </button>
      </form>
      <details>
        <summary>{t('Sign in with an access token')}</summary>
        <form onSubmit={byToken}>
          <Field label={t('Access token of an integration or admin user')}>
            <input name="token" type="password" autocomplete="off" spellcheck={false} required />
          </Field>
          <button type="submit" disabled={isBusy}>
            {t('Use token')}
          </button>
        </form>
      </details>
      <p class="quiet">
        {tx('On the server, {command} prints a one-time sign-in link.', { command: <code>souk console</code> })}
      </p>
      <LanguageChoice />
    </main>
  );
}

const focus = (input: HTMLInputElement | null): void => input?.focus();

function fieldText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
