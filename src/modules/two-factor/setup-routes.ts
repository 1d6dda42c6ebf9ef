import { none } from '../../kernel/entity.ts';
import { anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import type { Call } from '../../kernel/call.ts';
import { activateGoogle, newGoogleSecret } from './google.ts';
import { providersOf } from './providers.ts';
import { activateKey, registrationOptions } from './security-keys.ts';
import { endSetupTokens, setupTokenUser } from './setup-tokens.ts';
import { stateOf } from './state.ts';
import { GoogleSetup, KeyOptions } from './types.ts';

/** The common part of the routes that set a second factor up with the token of an email. */
const setup = {
  method: 'POST',
  access: anonymous,
  attempts: 'failed',
  entity: none('It sets up a second factor of an administrator, which no operation does.'),
  // Failures have to stay recorded.
  transaction: false,
  // Otherwise the secret would be stored with the operation.
  asynchronous: false,
} as const;

const tfaToken = t.secret(t.string);

const configureGoogle = route({
  ...setup,
  path: '/V1/tfa/provider/google/configure',
  service: 'twoFactorAuthGoogleConfigureV1',
  operation: 'getConfigurationData',
  summary: 'Makes a new secret for an authenticator app, and shows it once.',
  input: { tfaToken },
  output: GoogleSetup,
  async handle(input, call) {
    const { secret, qrCode } = await newGoogleSecret(call, await setupTokenUser(call, input.tfaToken));
    return { qr_code_base64: `data:image/png;base64,${qrCode.toString('base64')}`, secret_code: secret };
  },
});

const activateGoogleRoute = route({
  ...setup,
  path: '/V1/tfa/provider/google/activate',
  service: 'twoFactorAuthGoogleConfigureV1',
  operation: 'activate',
  summary: 'Confirms the secret of an authenticator app by a code.',
  input: { tfaToken, otp: t.secret(t.string) },
  output: t.nothing,
  async handle({ otp, ...input }, call) {
    const userId = await setupTokenUser(call, input.tfaToken);
    await activateGoogle(call, userId, otp);
    await endUsedTokens(call, userId);
  },
});

const configureKey = route({
  ...setup,
  path: '/V1/tfa/provider/u2fkey/configure',
  service: 'twoFactorAuthU2fKeyConfigureV1',
  operation: 'getRegistrationData',
  summary: 'Makes the options with which a browser registers a security key.',
  input: { tfaToken },
  output: KeyOptions,
  async handle(input, call) {
    const userId = await setupTokenUser(call, input.tfaToken);
    return { credential_request_options_json: await registrationOptions(call, userId) };
  },
});

const activateKeyRoute = route({
  ...setup,
  path: '/V1/tfa/provider/u2fkey/activate',
  service: 'twoFactorAuthU2fKeyConfigureV1',
  operation: 'activate',
  summary: 'Registers a security key by its response.',
  input: { tfaToken, publicKeyCredentialJson: t.secret(t.string) },
  output: t.nothing,
  async handle({ publicKeyCredentialJson, ...input }, call) {
    const userId = await setupTokenUser(call, input.tfaToken);
    await activateKey(call, userId, publicKeyCredentialJson);
    await endUsedTokens(call, userId);
  },
});

/** Ends the tokens of an administrator who has set all factors up. */
async function endUsedTokens(call: Call, userId: number): Promise<void> {
  const state = await stateOf(call, userId);
  if (providersOf(call, state).every((one) => one.isActive(state))) await endSetupTokens(call, userId);
}

/** Routes that set second factors up. */
export const setupRoutes = [configureGoogle, activateGoogleRoute, configureKey, activateKeyRoute];
