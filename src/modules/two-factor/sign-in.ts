import type { Call } from '../../kernel/call.ts';
import { twoFactorSettings } from './configuration.ts';
import { twoFactorErrors } from './errors.ts';
import { providersOf } from './providers.ts';
import { sendSetupMail } from './setup-tokens.ts';
import { stateOf } from './state.ts';

/**
 * Rejects sign-ins by password alone while two-factor sign-in is on: the error names the factors of the administrator, who gets an
 * email when there is none yet.
 */
export async function requireSecondFactor(call: Call, userId: number): Promise<void> {
  if (!call.config.of(twoFactorSettings.isEnabled)) return;
  const state = await stateOf(call, userId);
  const providers = providersOf(call, state);
  if (providers.length === 0) throw twoFactorErrors.noProvider();
  const active_providers = providers.filter((one) => one.isActive(state)).map(({ code }) => code);
  if (active_providers.length > 0) throw twoFactorErrors.useProvider().with({ active_providers });
  await sendSetupMail(call, userId);
  throw twoFactorErrors.setUp();
}
