import { codeOf, newAdministrator, requestSetup, PASSWORD, PERIOD, setClock } from '../two-factor/administrators.ts';
import type { Walk } from './walk.ts';

/** Second factors of an administrator: an app is set up and signs in. */
export async function walkTwoFactor({ souk, good, admin, guest }: Walk): Promise<void> {
  await souk.configure({ 'twofactorauth/general/enable': '1' });
  const user = await newAdministrator(souk);
  await good(admin, 'GET /V1/tfa/forced-providers');
  await good(admin, 'GET /V1/tfa/installed-providers');
  await good(admin, `PUT /V1/tfa/user-providers/${user.id}`, { providersCodes: 'google' });
  await good(admin, `PUT /V1/tfa/default-provider-code/${user.id}`, { providerCode: 'google' });
  for (const list of ['user-providers', 'providers-to-activate', 'default-provider-code']) {
    await good(admin, `GET /V1/tfa/${list}/${user.id}`);
  }
  const tfaToken = await requestSetup(souk, user);
  await good(guest, `GET /V1/tfa/tfat-user-providers?tfaToken=${tfaToken}`);
  await good(guest, `GET /V1/tfa/tfat-providers-to-activate?tfaToken=${tfaToken}`);
  const credentials = { username: user.username, password: PASSWORD };

  const app = '/V1/tfa/provider/google';
  const { secret_code } = await good(guest, `POST ${app}/configure`, { tfaToken });
  const now = Date.now();
  await setClock(souk, now);
  await good(guest, `POST ${app}/activate`, { tfaToken, otp: codeOf(secret_code as string, now) });
  const otp = codeOf(secret_code as string, now + PERIOD);
  await good(guest, `POST ${app}/authenticate`, { ...credentials, otp });
  await souk.guest.raw('PUT', '/_/clock', { now: null });
  await souk.configure({ 'twofactorauth/general/enable': null });
}
