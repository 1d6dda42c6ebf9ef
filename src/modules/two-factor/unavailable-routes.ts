import { none } from '../../kernel/entity.ts';
import { anonymous, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { signInArguments } from '../integration/extensions.ts';
import { twoFactorErrors } from './errors.ts';
import { AuthyDevice, AuthyPrompt } from './types.ts';

/** The common part of the routes of factors that need a service of their vendor. */
const unavailable = {
  method: 'POST',
  access: anonymous,
  entity: none('It is rejected.'),
  asynchronous: false,
  partial: 'Rejected: it needs a service of its vendor.',
} as const;

const duo = {
  ...unavailable,
  handle(): never {
    throw twoFactorErrors.unavailable(['Duo Security']);
  },
} as const;
const authy = {
  ...unavailable,
  handle(): never {
    throw twoFactorErrors.unavailable(['Authy']);
  },
} as const;
const tfaToken = t.secret(t.string);
const code = t.secret(t.string);

/** Routes of Duo Security and Authy. */
export const unavailableRoutes = [
  route({
    ...duo,
    path: '/V1/tfa/provider/duo_security/configure',
    service: 'twoFactorAuthDuoConfigureV1',
    operation: 'getConfigurationData',
    summary: 'Starts to set Duo Security up; not available.',
    input: { tfaToken },
    output: t.nothing,
  }),
  route({
    ...duo,
    path: '/V1/tfa/provider/duo_security/activate',
    service: 'twoFactorAuthDuoConfigureV1',
    operation: 'activate',
    summary: 'Completes the setup of Duo Security; not available.',
    input: { tfaToken },
    output: t.nothing,
  }),
  route({
    ...duo,
    path: '/V1/tfa/provider/duo_security/authenticate',
    service: 'twoFactorAuthDuoAuthenticateV1',
    operation: 'createAdminAccessTokenWithCredentials',
    summary: 'Signs an admin user in by Duo Security; not available.',
    input: { ...signInArguments, passcode: code },
    output: t.secret(t.string),
  }),
  route({
    ...authy,
    path: '/V1/tfa/provider/authy/configure',
    service: 'twoFactorAuthAuthyConfigureV1',
    operation: 'sendDeviceRegistrationPrompt',
    summary: 'Registers a telephone with Authy; not available.',
    input: { tfaToken, deviceData: AuthyDevice },
    output: AuthyPrompt,
  }),
  route({
    ...authy,
    path: '/V1/tfa/provider/authy/activate',
    service: 'twoFactorAuthAuthyConfigureV1',
    operation: 'activate',
    summary: 'Completes the setup of Authy; not available.',
    input: { tfaToken, otp: code },
    output: t.nothing,
  }),
  route({
    ...authy,
    path: '/V1/tfa/provider/authy/authenticate',
    service: 'twoFactorAuthAuthyAuthenticateV1',
    operation: 'createAdminAccessTokenWithCredentials',
    summary: 'Signs an admin user in by a code of Authy; not available.',
    input: { ...signInArguments, otp: code },
    output: t.secret(t.string),
  }),
  route({
    ...authy,
    path: '/V1/tfa/provider/authy/authenticate-onetouch',
    service: 'twoFactorAuthAuthyAuthenticateV1',
    operation: 'creatAdminAccessTokenWithOneTouch',
    summary: 'Signs an admin user in by a confirmation in the Authy app; not available.',
    input: signInArguments,
    output: t.secret(t.string),
  }),
  route({
    ...authy,
    path: '/V1/tfa/provider/authy/send-token/:via',
    service: 'twoFactorAuthAuthyAuthenticateV1',
    operation: 'sendToken',
    summary: 'Sends a code by Authy; not available.',
    input: { via: t.string, ...signInArguments },
    output: t.nothing,
  }),
];
