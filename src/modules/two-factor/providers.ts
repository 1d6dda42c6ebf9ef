import type { Call } from '../../kernel/call.ts';
import type * as t from '../../kernel/types.ts';
import { twoFactorSettings } from './configuration.ts';
import { twoFactorErrors } from './errors.ts';
import type { TwoFactorState } from './state.ts';
import type { TwoFactorProvider } from './types.ts';

/** A kind of second factor. */
interface Provider {
  readonly code: string;
  readonly name: string;
  /** The folder of its pages in the interface. */
  readonly folder: string;
  /** Further pages in that folder. */
  readonly pages: readonly string[];
  /** Whether administrators can use it with the present configuration. */
  isAvailable(call: Call): boolean;
  /** Whether an administrator has set it up. */
  isActive(state: TwoFactorState): boolean;
}

/** The kinds, in the order of lists. */
const providers: readonly Provider[] = [
  {
    code: 'google',
    name: 'Google Authenticator',
    folder: 'google',
    pages: ['authpost', 'configurepost', 'qr'],
    isAvailable: () => true,
    isActive: ({ google_active }) => google_active === 1,
  },
  {
    code: 'duo_security',
    name: 'Duo Security',
    folder: 'duo',
    pages: ['authpost'],
    isAvailable: () => false,
    isActive: () => false,
  },
  {
    code: 'authy',
    name: 'Authy',
    folder: 'authy',
    pages: ['authpost', 'configurepost', 'configureverifypost', 'onetouch', 'token', 'verify', 'verifyonetouch'],
    isAvailable: () => false,
    isActive: () => false,
  },
  {
    code: 'u2fkey',
    name: 'U2F (Yubikey and others)',
    folder: 'u2f',
    pages: ['authpost', 'configurepost'],
    isAvailable: ({ config }) => config.of(twoFactorSettings.keyDomain) !== undefined,
    isActive: ({ security_key }) => security_key !== null,
  },
];

/** Every kind, available or not. */
export const allProviders = (): readonly Provider[] => providers;

/** The kinds that the configuration prescribes for all administrators; without the unavailable ones. */
export function forcedProviders(call: Call): readonly Provider[] {
  const codes = call.config.of(twoFactorSettings.forcedProviders);
  return providers.filter((one) => codes.includes(one.code) && one.isAvailable(call));
}

/** The kinds that an administrator may use: the prescribed ones, else the chosen ones, else all that are available. */
export function providersOf(call: Call, state: TwoFactorState): readonly Provider[] {
  if (call.config.of(twoFactorSettings.forcedProviders).length > 0) return forcedProviders(call);
  const chosen = splitCodes(state.providers);
  return providers.filter((one) => one.isAvailable(call) && (chosen.length === 0 || chosen.includes(one.code)));
}

/** The kinds that an administrator may use and has not set up. */
export function providersToActivate(call: Call, state: TwoFactorState): readonly Provider[] {
  return providersOf(call, state).filter((one) => !one.isActive(state));
}

/** The codes in a comma-separated text. */
function splitCodes(text: string): string[] {
  return text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
}

/** The codes in a text, each once. Throws 404 for an unknown one, 400 for one that is not available. */
export function requireCodes(call: Call, text: string): readonly string[] {
  const codes = [...new Set(splitCodes(text))];
  for (const code of codes) requireAvailable(call, code);
  return codes;
}

/** Throws 404 for an unknown kind, 400 for one that is not available. */
export function requireAvailable(call: Call, code: string): void {
  const provider = providers.find((one) => one.code === code);
  if (!provider) throw twoFactorErrors.unknownProvider([code]);
  if (!provider.isAvailable(call)) throw twoFactorErrors.unavailable([provider.name]);
}

/** Throws 401 unless an administrator may use a kind, and has set it up (`active`) or not yet (`new`). */
export function requireUsable(call: Call, state: TwoFactorState, code: string, is: 'active' | 'new'): void {
  const provider = providersOf(call, state).find((one) => one.code === code);
  if (!provider) throw twoFactorErrors.notAllowed();
  const isActive = provider.isActive(state);
  if (is === 'active' && !isActive) throw twoFactorErrors.notConfigured();
  if (is === 'new' && isActive) throw twoFactorErrors.alreadyConfigured();
}

/** Kinds in the form of the interface. */
export function presentProviders(call: Call, shown: readonly Provider[]): t.Out<typeof TwoFactorProvider>[] {
  return shown.map((one) => {
    const enabled = one.isAvailable(call);
    return {
      enabled,
      engine: { enabled },
      code: one.code,
      name: one.name,
      icon: `Magento_TwoFactorAuth::images/providers/${one.code}.png`,
      reset_allowed: true,
      configure_action: `tfa/${one.folder}/configure`,
      auth_action: `tfa/${one.folder}/auth`,
      extra_actions: one.pages.map((page) => `tfa/${one.folder}/${page}`),
    };
  });
}
