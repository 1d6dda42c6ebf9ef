import { useState } from 'preact/hooks';
import { SoukError } from '../../client/src/index.ts';
import { routeCalls } from './calls.ts';
import { Loaded, messageOf, useLoad } from './load.tsx';
import { Field } from './parts/field.tsx';
import { t } from './texts/text.ts';

interface Credentials {
  readonly username: string;
  readonly password: string;
}

const guest = routeCalls();

/**
 * Signs an admin user in and returns the token. Where the server asks for a second factor, `setFactors` gets the factors of the
 * user: a security key is asked at once if there is no code to enter. Throws what the form shows.
 */
export async function signInByPassword(
  credentials: Credentials,
  otp: string,
  askedFactors: readonly string[],
  setFactors: (factors: readonly string[]) => void,
): Promise<string> {
  if (otp !== '') return await guest<string>('POST /V1/tfa/provider/google/authenticate', { ...credentials, otp });
  try {
    return await guest<string>('POST /V1/integration/admin/token', { ...credentials });
  } catch (error) {
    const factors = activeFactors(error);
    setFactors(factors);
    const hasCodes = factors.includes('google');
    if (factors.includes('u2fkey') && (!hasCodes || askedFactors.length > 0)) return await signInByKey(credentials);
    throw hasCodes ? new Error(t('Enter the code of your authenticator app.'), { cause: error }) : error;
  }
}

/** The second factors that a rejected sign-in by password asks for. */
function activeFactors(error: unknown): readonly string[] {
  if (!(error instanceof SoukError) || Array.isArray(error.parameters)) return [];
  const factors: unknown = Object.entries(error.parameters).find(([name]) => name === 'active_providers')?.[1];
  return Array.isArray(factors) ? factors.map(String) : [];
}

async function signInByKey(credentials: Credentials): Promise<string> {
  const route = 'POST /V1/tfa/provider/u2fkey/authentication-challenge';
  const { publicKey } = await optionsOf<PublicKeyCredentialRequestOptionsJSON>(route, { ...credentials });
  const request = PublicKeyCredential.parseRequestOptionsFromJSON(publicKey);
  const credential = await navigator.credentials.get({ publicKey: request });
  const publicKeyCredentialJson = JSON.stringify(credential);
  return await guest<string>('POST /V1/tfa/provider/u2fkey/verify', { ...credentials, publicKeyCredentialJson });
}

async function optionsOf<T>(route: string, input: Readonly<Record<string, unknown>>): Promise<{ publicKey: T }> {
  const { credential_request_options_json: json } = await guest<{ credential_request_options_json: string }>(
    route,
    input,
  );
  return JSON.parse(json) as { publicKey: T };
}

/** The field for the code, where the second factors of a user have one. */
export function SecondFactor({ factors }: { factors: readonly string[] }) {
  if (!factors.includes('google')) return null;
  const hint = factors.includes('u2fkey') ? t('Leave it empty to use your security key.') : undefined;
  return (
    <Field label={t('Code of your authenticator app')} hint={hint}>
      <input
        name="otp"
        inputMode="numeric"
        autocomplete="one-time-code"
        pattern="[0-9]{6}"
        maxLength={6}
        required={hint === undefined}
        ref={(input) => input?.focus()}
      />
    </Field>
  );
}

/** The token of an email that asks to set up a second factor, which leaves the address and the history. */
export function setupTokenOf(): string | undefined {
  const token = /^#tfat=(\w+)$/.exec(location.hash)?.[1];
  if (token !== undefined) history.replaceState(null, '', location.pathname);
  return token;
}

/** Sets up a second factor with the token of an email. */
export function SetUpSecondFactor({ token, leave }: { token: string; leave: () => void }) {
  const load = useLoad(
    (signal) => guest<{ code: string }[]>('GET /V1/tfa/tfat-providers-to-activate', { tfaToken: token }, { signal }),
    [token],
  );
  const [failure, setFailure] = useState<string>();
  const [isDone, setDone] = useState(false);
  const attempt = (work: () => Promise<unknown>): void => {
    setFailure(undefined);
    work().then(
      () => setDone(true),
      (error: unknown) => setFailure(messageOf(error)),
    );
  };
  return (
    <main class="alone">
      <h1>{t('Two-factor sign-in')}</h1>
      {failure !== undefined && (
        <p class="notice failure" role="alert">
          {failure}
        </p>
      )}
      {isDone ? (
        <p role="status">{t('The second factor is set up.')}</p>
      ) : (
        <Loaded of={load}>
          {(providers) => (
            <>
              {providers.some(({ code }) => code === 'google') && <SetUpApp token={token} attempt={attempt} />}
              {providers.some(({ code }) => code === 'u2fkey') && (
                <button type="button" onClick={() => attempt(() => registerKey(token))}>
                  {t('Register a security key')}
                </button>
              )}
            </>
          )}
        </Loaded>
      )}
      <p>
        <button type="button" class={isDone ? 'primary' : undefined} onClick={leave}>
          {t('Go to sign-in')}
        </button>
      </p>
    </main>
  );
}

interface AppSetup {
  readonly qr_code_base64: string;
  readonly secret_code: string;
}

/** Shows the secret for an authenticator app, and asks for a code of the app. */
function SetUpApp({ token, attempt }: { token: string; attempt: (work: () => Promise<unknown>) => void }) {
  const load = useLoad(
    (signal) => guest<AppSetup>('POST /V1/tfa/provider/google/configure', { tfaToken: token }, { signal }),
    [token],
  );
  const confirm = (event: SubmitEvent): void => {
    event.preventDefault();
    const otp = new FormData(event.currentTarget as HTMLFormElement).get('otp');
    attempt(() => guest('POST /V1/tfa/provider/google/activate', { tfaToken: token, otp }));
  };
  return (
    <Loaded of={load}>
      {({ qr_code_base64, secret_code }) => (
        <form onSubmit={confirm}>
          <p>{t('Scan the code with an authenticator app, or enter the secret there. It is not shown again.')}</p>
          <img src={qr_code_base64} alt={t('QR code of the secret')} width={240} height={240} />
          <p>
            <code>{secret_code}</code>
          </p>
          <SecondFactor factors={['google']} />
          <button type="submit" class="primary">
            {t('Confirm')}
          </button>
        </form>
      )}
    </Loaded>
  );
}

async function registerKey(token: string): Promise<void> {
  const route = 'POST /V1/tfa/provider/u2fkey/configure';
  const { publicKey } = await optionsOf<PublicKeyCredentialCreationOptionsJSON>(route, { tfaToken: token });
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(publicKey);
  const credential = await navigator.credentials.create({ publicKey: options });
  const publicKeyCredentialJson = JSON.stringify(credential);
  await guest('POST /V1/tfa/provider/u2fkey/activate', { tfaToken: token, publicKeyCredentialJson });
}
