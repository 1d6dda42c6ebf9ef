import { encode } from 'uqr';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPixels } from '../support/png.ts';
import { mailTo } from '../support/mails.ts';
import { fails, ok, startSouk, type Answer, type Souk } from '../support/souk.ts';
import { storedValues, writtenBy } from '../support/stored.ts';
import {
  PASSWORD,
  PERIOD,
  codeOf,
  command,
  giveSecret,
  mailedTokens,
  newAdministrator,
  requestSetup,
  setClock,
  signIn,
  toBase32,
  wrongCode,
  type Administrator,
} from './administrators.ts';

const SIGN_IN =
  'The account sign-in was incorrect or your account is disabled temporarily. Please wait and try again later.';
const SET_UP =
  'You are required to configure personal Two-Factor Authorization in order to login. Please check your email.';
const USE_PROVIDER = 'Please use the 2fa provider-specific endpoints to obtain a token.';
const LOCKED = 'The second factor has failed too often. Please wait and try again later.';

let souk: Souk;
/**
 * The time of the server, in milliseconds: the start of a period. It grows with each test, so that no code is used twice, and calls set
 * the clock to it, so that a slow machine does not matter.
 */
let now = Math.ceil(Date.now() / PERIOD) * PERIOD;
beforeAll(async () => {
  souk = await startSouk();
});
afterAll(() => souk.stop());
beforeEach(async () => {
  await souk.configure({ 'twofactorauth/general/enable': '1' });
  await pass(3_600_000);
});

async function pass(milliseconds: number): Promise<void> {
  await setClock(souk, (now += milliseconds));
}

async function post(path: string, body: object): Promise<Answer> {
  await pass(0);
  return souk.guest.post(`/V1/tfa/provider/google/${path}`, body);
}

const configure = (tfaToken: string) => post('configure', { tfaToken });
const activate = (tfaToken: string, otp: string) => post('activate', { tfaToken, otp });
const signInByCode = ({ username }: Administrator, otp: string, password = PASSWORD) =>
  post('authenticate', { username, password, otp });

/** An administrator with an authenticator app. */
async function withApp(): Promise<{ admin: Administrator; secret: string }> {
  const admin = await newAdministrator(souk);
  return { admin, secret: await giveSecret(souk, admin) };
}

describe('without the setting', () => {
  test('D363: administrators sign in by password alone', async () => {
    await souk.configure({ 'twofactorauth/general/enable': null });
    const admin = await newAdministrator(souk);
    expect(ok(await signIn(souk, admin))).toMatch(/^[a-z0-9]{32}$/);
  });

  test('the route of the app still asks for its code', async () => {
    await souk.configure({ 'twofactorauth/general/enable': null });
    const { admin, secret } = await withApp();
    fails(await signInByCode(admin, wrongCode(secret, now)), 401, 'Invalid code.');
    expect(ok(await signInByCode(admin, codeOf(secret, now)))).toMatch(/^[a-z0-9]{32}$/);
  });
});

describe('setting an app up', () => {
  test('starts with an email to whoever has the password', async () => {
    const admin = await newAdministrator(souk);
    fails(await signIn(souk, admin, 'wrong'), 401, SIGN_IN);
    fails(await signIn(souk, admin), 401, SET_UP);
    const mail = await mailTo(souk, admin.email);
    expect(mail.subject).toContain('two-factor sign-in');
    expect(mailedTokens(souk, admin)).toHaveLength(1);
  });

  test('sends no second email within a minute', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    fails(await signIn(souk, admin), 401, SET_UP);
    await pass(90_000);
    const second = await requestSetup(souk, admin);
    expect(mailedTokens(souk, admin)).toEqual([token, second]);
    fails(await configure(token), 401, 'Invalid two-factor authorization token');
  });

  test('shows the secret once, confirms it by a code, and signs in by further codes', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const shown = ok(await configure(token));
    expect(Object.keys(shown)).toEqual(['qr_code_base64', 'secret_code']);
    const secret: string = shown.secret_code;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    fails(await signInByCode(admin, codeOf(secret, now)), 401, 'Provider is not configured.');
    fails(await activate(token, wrongCode(secret, now)), 401, 'Invalid code.');
    expect(ok(await activate(token, codeOf(secret, now)))).toEqual([]);
    fails(await configure(token), 401, 'Invalid two-factor authorization token');

    fails(await signInByCode(admin, codeOf(secret, now)), 401, 'Invalid code.');
    await pass(PERIOD);
    const access = ok(await signInByCode(admin, codeOf(secret, now)));
    ok(await souk.guest.as(access).get('/V1/modules'));
    const answer = await signIn(souk, admin);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: USE_PROVIDER, parameters: { active_providers: ['google'] } });
  });

  test('draws the address of the secret as a QR code', async () => {
    const admin = await newAdministrator(souk);
    const shown = ok(await configure(await requestSetup(souk, admin)));
    const [head, data] = shown.qr_code_base64.split(',');
    expect(head).toBe('data:image/png;base64');
    const { width, height, at } = readPixels(Buffer.from(data, 'base64'));
    const address = `otpauth://totp/Souk:${admin.username}?issuer=Souk&secret=${shown.secret_code}&algorithm=SHA1&digits=6&period=30`;
    const expected = encode(address, { ecc: 'M', border: 4 });
    expect([width, height]).toEqual([expected.size * 6, expected.size * 6]);
    const read = expected.data.map((row, y) => row.map((_, x) => at(x * 6 + 3, y * 6 + 3)[0] === 0));
    expect(read).toEqual(expected.data);
  });

  test('replaces an unconfirmed secret by the next one', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const first = ok(await configure(token)).secret_code;
    const second = ok(await configure(token)).secret_code;
    expect(second).not.toBe(first);
    fails(await activate(token, codeOf(first, now)), 401, 'Invalid code.');
    ok(await activate(token, codeOf(second, now)));
  });

  test('takes neither wrong, nor old tokens, nor those of inactive administrators', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    for (const wrong of ['', 'x', token.toUpperCase(), `${token}x`]) {
      fails(await configure(wrong), 401, 'Invalid two-factor authorization token');
    }
    await command(souk, 'admin:user:disable', admin.username);
    fails(await configure(token), 401, 'Invalid two-factor authorization token');
    await command(souk, 'admin:user:enable', admin.username);
    ok(await configure(token));
    await pass(3_630_000);
    fails(await configure(token), 401, 'Invalid two-factor authorization token');
  });

  test('needs a secret before a code', async () => {
    const admin = await newAdministrator(souk);
    fails(await activate(await requestSetup(souk, admin), '123456'), 401, 'Provider is not configured.');
  });
});

describe('codes', () => {
  test('are those of RFC 6238', async () => {
    const { admin } = await withApp();
    const secret = toBase32(Buffer.from('12345678901234567890'));
    await giveSecret(souk, admin, secret);
    const before = now;
    for (const [second, code] of [
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ] as const) {
      now = second * 1000;
      expect(ok(await signInByCode(admin, code)), code).toMatch(/^[a-z0-9]{32}$/);
    }
    now = before;
  });

  test('are accepted once, also by concurrent sign-ins', async () => {
    const { admin, secret } = await withApp();
    const code = codeOf(secret, now);
    const answers = await Promise.all(Array.from({ length: 4 }, () => signInByCode(admin, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test('are accepted one period around the present one, and none that is older than the last', async () => {
    const { admin, secret } = await withApp();
    fails(await signInByCode(admin, codeOf(secret, now - 2 * PERIOD)), 401, 'Invalid code.');
    fails(await signInByCode(admin, codeOf(secret, now + 2 * PERIOD)), 401, 'Invalid code.');
    ok(await signInByCode(admin, codeOf(secret, now - PERIOD)));
    ok(await signInByCode(admin, codeOf(secret, now + PERIOD)));
    fails(await signInByCode(admin, codeOf(secret, now)), 401, 'Invalid code.');
    await souk.configure({ 'twofactorauth/google/otp_window': '0' });
    await pass(5 * PERIOD);
    fails(await signInByCode(admin, codeOf(secret, now - PERIOD)), 401, 'Invalid code.');
    ok(await signInByCode(admin, codeOf(secret, now)));
    await souk.configure({ 'twofactorauth/google/otp_window': null });
  });

  test.each(['', '12345', '1234567', 'abcdef', '12345 ', '１２３４５６'])(
    'are six digits: %j is wrong',
    async (code) => {
      const { admin } = await withApp();
      fails(await signInByCode(admin, code), 401, 'Invalid code.');
    },
  );

  test('reveal nothing without the password', async () => {
    const { admin, secret } = await withApp();
    fails(await signInByCode(admin, codeOf(secret, now), 'wrong'), 401, SIGN_IN);
    const nobody = { ...admin, username: 'nobody' };
    fails(await signInByCode(nobody, codeOf(secret, now)), 401, SIGN_IN);
    const missing = await post('authenticate', { username: admin.username, otp: '1' });
    fails(missing, 400, /password/);
  });
});

describe('failures', () => {
  const failTimes = async (admin: Administrator, secret: string, times: number): Promise<void> => {
    for (let i = 0; i < times; i++) fails(await signInByCode(admin, wrongCode(secret, now)), 401, 'Invalid code.');
  };

  test('lock the second factor, twice as long each time', async () => {
    const { admin, secret } = await withApp();
    await failTimes(admin, secret, 5);
    fails(await signInByCode(admin, codeOf(secret, now)), 401, LOCKED);
    await pass(330_000);
    await failTimes(admin, secret, 5);
    await pass(330_000);
    fails(await signInByCode(admin, codeOf(secret, now)), 401, LOCKED);
    await pass(330_000);
    ok(await signInByCode(admin, codeOf(secret, now)));
    await pass(PERIOD);
    await failTimes(admin, secret, 4);
    ok(await signInByCode(admin, codeOf(secret, now)));
  });

  test('count among concurrent attempts', async () => {
    const { admin, secret } = await withApp();
    const wrong = wrongCode(secret, now);
    const answers = await Promise.all(Array.from({ length: 12 }, () => signInByCode(admin, wrong)));
    expect(answers.every(({ status }) => status === 401)).toBe(true);
    expect(answers.filter(({ body }) => body.message === 'Invalid code.').length).toBeLessThanOrEqual(5);
    fails(await signInByCode(admin, codeOf(secret, now)), 401, LOCKED);
  });

  test('lock the setup as well', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const secret = ok(await configure(token)).secret_code;
    for (let i = 0; i < 5; i++) fails(await activate(token, wrongCode(secret, now)), 401, 'Invalid code.');
    fails(await activate(token, codeOf(secret, now)), 401, LOCKED);
  });
});

describe('secrets', () => {
  test('are written nowhere in plain text', async () => {
    const admin = await newAdministrator(souk);
    const token = await requestSetup(souk, admin);
    const secret = ok(await configure(token)).secret_code;
    const otp = codeOf(secret, now);
    ok(await activate(token, otp));
    const [stored] = await storedValues(souk, 'select google_secret from tfa_user where user_id = $1', [
      String(admin.id),
    ]);
    expect(stored!.length).toBeGreaterThan(40);
    const written = await writtenBy(souk);
    expect(written).not.toContain(secret);
    expect(written).toContain(stored);
  });
});

describe('commands', () => {
  test('list, replace and remove second factors', async () => {
    const { admin, secret } = await withApp();
    const listed = async () =>
      (await command(souk, 'admin:user:two-factor:list')).split('\n').find((line) => line.includes(admin.username));
    expect(await listed()).toBe(`${admin.id}\t${admin.username}\tgoogle`);
    const access = ok(await signInByCode(admin, codeOf(secret, now)));
    const client = souk.guest.as(access);
    ok(await client.get('/V1/modules'));
    await command(souk, 'admin:user:two-factor:reset', admin.username);
    expect(await listed()).toBe(`${admin.id}\t${admin.username}\tnone`);
    fails(await client.get('/V1/modules'), 401);
    fails(await signInByCode(admin, codeOf(secret, now)), 401, 'Provider is not configured.');
    fails(await signIn(souk, admin), 401, SET_UP);
  });

  test('end a lock', async () => {
    const { admin, secret } = await withApp();
    for (let i = 0; i < 5; i++) await signInByCode(admin, wrongCode(secret, now));
    fails(await signInByCode(admin, codeOf(secret, now)), 401, LOCKED);
    const next = await giveSecret(souk, admin);
    ok(await signInByCode(admin, codeOf(next, now)));
  });

  test('print the address of a new secret, and reject malformed ones and unknown names', async () => {
    const admin = await newAdministrator(souk);
    const printed = await command(souk, 'admin:user:two-factor:secret', admin.username);
    expect(printed).toMatch(/^address: otpauth:\/\/totp\/Souk:\S+secret=[A-Z2-7]{32}&/m);
    for (const wrong of ['short', 'A'.repeat(25), '1'.repeat(32)]) {
      const { code, stderr } = await souk.cli('admin:user:two-factor:secret', admin.username, wrong);
      expect([code, stderr]).toEqual([1, expect.stringContaining('base32')]);
    }
    for (const name of ['reset', 'secret']) {
      const { code, stderr } = await souk.cli(`admin:user:two-factor:${name}`, 'nobody');
      expect([code, stderr]).toEqual([1, expect.stringContaining('No such entity with username = nobody')]);
    }
  });
});

test('the password is checked before anything else is said', async () => {
  const admin = await newAdministrator(souk);
  fails(await signIn(souk, admin, `${PASSWORD}x`), 401, SIGN_IN);
  expect(mailedTokens(souk, admin)).toEqual([]);
});
