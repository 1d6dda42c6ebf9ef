import { codeOf, newAdministrator, requestSetup, PASSWORD, PERIOD, setClock } from '../two-factor/administrators.ts';
import { SecurityKeyDevice } from '../two-factor/authenticator.ts';
import type { Walk } from './walk.ts';

/** Second factors of an administrator: an app and a security key are set up and sign in. */
export async function walkTwoFactor({ souk, good, admin, guest }: Walk): Promise<void> {
  const here = { origin: 'https://shop.example', domain: 'shop.example' };
  await souk.configure({ 'twofactorauth/general/enable': '1', 'twofactorauth/u2fkey/domain': here.domain });
  const user = await newAdministrator(souk);
  await good(admin, 'GET /V1/tfa/forced-providers');
  await good(admin, 'GET /V1/tfa/installed-providers');
  await good(admin, `PUT /V1/tfa/user-providers/${user.id}`, { providersCodes: 'google,u2fkey' });
  await good(admin, `PUT /V1/tfa/default-provider-code/${user.id}`, { providerCode: 'google' });
  for (const list of ['user-providers', 'providers-to-activate', 'default-provider-code']) {
    await good(admin, `GET /V1/tfa/${list}/${user.id}`);
  }
  const tfaToken = await requestSetup(souk, user);
  await good(guest, `GET /V1/tfa/tfat-user-providers?tfaToken=${tfaToken}`);
  await good(guest, `GET /V1/tfa/tfat-providers-to-activate?tfaToken=${tfaToken}`);
  const credentials = { username: user.username, password: PASSWORD };

  const key = new SecurityKeyDevice();
  const keys = '/V1/tfa/provider/u2fkey';
  const { credential_request_options_json: creation } = await good(guest, `POST ${keys}/configure`, { tfaToken });
  const registered = key.register(creation as string, here);
  await good(guest, `POST ${keys}/activate`, { tfaToken, publicKeyCredentialJson: registered });
  const { credential_request_options_json: request } = await good(
    guest,
    `POST ${keys}/authentication-challenge`,
    credentials,
  );
  const publicKeyCredentialJson = key.sign(request as string, here);
  await good(guest, `POST ${keys}/verify`, { ...credentials, publicKeyCredentialJson });

  const app = '/V1/tfa/provider/google';
  const { secret_code } = await good(guest, `POST ${app}/configure`, { tfaToken });
  const now = Date.now();
  await setClock(souk, now);
  await good(guest, `POST ${app}/activate`, { tfaToken, otp: codeOf(secret_code as string, now) });
  const otp = codeOf(secret_code as string, now + PERIOD);
  await good(guest, `POST ${app}/authenticate`, { ...credentials, otp });
  await souk.guest.raw('PUT', '/_/clock', { now: null });
  await souk.configure({ 'twofactorauth/general/enable': null, 'twofactorauth/u2fkey/domain': null });
}
