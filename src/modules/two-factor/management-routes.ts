import { entity } from '../../kernel/entity.ts';
import { acl, anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { requireAdminUser } from '../../platform/access/users.ts';
import {
  allProviders,
  forcedProviders,
  presentProviders,
  providersOf,
  providersToActivate,
  requireAvailable,
  requireCodes,
} from './providers.ts';
import { setupTokenUser } from './setup-tokens.ts';
import { changeState, stateOf } from './state.ts';
import { TwoFactorProvider } from './types.ts';

const access = acl('Magento_TwoFactorAuth::tfa');
const service = 'twoFactorAuthTfaV1';
const output = t.array(TwoFactorProvider);

const getForced = route({
  method: 'GET',
  path: '/V1/tfa/forced-providers',
  service,
  operation: 'getForcedProviders',
  summary: 'Lists the second factors that all administrators use.',
  access,
  input: {},
  output,
  handle: (_, call) => presentProviders(call, forcedProviders(call)),
});

const getInstalled = route({
  method: 'GET',
  path: '/V1/tfa/installed-providers',
  service,
  operation: 'getAllProviders',
  summary: 'Lists all kinds of second factors.',
  access,
  input: {},
  output,
  handle: (_, call) => presentProviders(call, allProviders()),
});

const getOfUser = route({
  method: 'GET',
  path: '/V1/tfa/user-providers/:userId',
  service,
  operation: 'getUserProviders',
  summary: 'Lists the second factors that an administrator may use.',
  access,
  input: { userId: t.integer },
  output,
  async handle({ userId }, call) {
    await requireAdminUser(call, userId);
    return presentProviders(call, providersOf(call, await stateOf(call, userId)));
  },
});

const putOfUser = route({
  method: 'PUT',
  path: '/V1/tfa/user-providers/:userId',
  service,
  operation: 'setProvidersCodes',
  summary: 'Chooses the second factors of an administrator: codes separated by commas.',
  access,
  entity: entity('admin_user', 'userId'),
  input: { userId: t.integer, providersCodes: t.string },
  output: t.boolean,
  async handle({ userId, providersCodes }, call) {
    await requireAdminUser(call, userId);
    const providers = requireCodes(call, providersCodes).join(',');
    await changeState(call, userId, () => ({ providers }));
    return true;
  },
});

const getToActivate = route({
  method: 'GET',
  path: '/V1/tfa/providers-to-activate/:userId',
  service,
  operation: 'getProvidersToActivate',
  summary: 'Lists the second factors that an administrator may use and has not set up.',
  access,
  input: { userId: t.integer },
  output,
  async handle({ userId }, call) {
    await requireAdminUser(call, userId);
    const state = await stateOf(call, userId);
    return presentProviders(call, providersToActivate(call, state));
  },
});

const getDefault = route({
  method: 'GET',
  path: '/V1/tfa/default-provider-code/:userId',
  service: 'twoFactorAuthUserConfigManagerV1',
  operation: 'getDefaultProvider',
  summary: 'Reads the code of the preferred second factor of an administrator; empty: none.',
  access,
  input: { userId: t.integer },
  output: t.string,
  async handle({ userId }, call) {
    await requireAdminUser(call, userId);
    return (await stateOf(call, userId)).default_provider ?? '';
  },
});

const putDefault = route({
  method: 'PUT',
  path: '/V1/tfa/default-provider-code/:userId',
  service,
  operation: 'setDefaultProviderCode',
  summary: 'Chooses the preferred second factor of an administrator.',
  access,
  entity: entity('admin_user', 'userId'),
  input: { userId: t.integer, providerCode: t.string },
  output: t.boolean,
  async handle({ userId, providerCode }, call) {
    await requireAdminUser(call, userId);
    requireAvailable(call, providerCode);
    await changeState(call, userId, () => ({ default_provider: providerCode }));
    return true;
  },
});

const getOfToken = route({
  method: 'GET',
  path: '/V1/tfa/tfat-user-providers',
  service: 'twoFactorAuthTfatActionsV1',
  operation: 'getUserProviders',
  summary: 'Lists the second factors that the administrator of an email may use.',
  access: anonymous,
  attempts: 'failed',
  input: { tfaToken: t.secret(t.string) },
  output,
  async handle({ tfaToken }, call) {
    const userId = await setupTokenUser(call, tfaToken);
    return presentProviders(call, providersOf(call, await stateOf(call, userId)));
  },
});

const getToActivateOfToken = route({
  method: 'GET',
  path: '/V1/tfa/tfat-providers-to-activate',
  service: 'twoFactorAuthTfatActionsV1',
  operation: 'getProvidersToActivate',
  summary: 'Lists the second factors that the administrator of an email may use and has not set up.',
  access: anonymous,
  attempts: 'failed',
  input: { tfaToken: t.secret(t.string) },
  output,
  async handle({ tfaToken }, call) {
    const state = await stateOf(call, await setupTokenUser(call, tfaToken));
    return presentProviders(call, providersToActivate(call, state));
  },
});

/** Routes about the second factors of administrators. */
export const managementRoutes = [
  getForced,
  getInstalled,
  getOfUser,
  putOfUser,
  getToActivate,
  getDefault,
  putDefault,
  getOfToken,
  getToActivateOfToken,
];
