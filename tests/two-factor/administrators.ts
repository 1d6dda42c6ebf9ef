import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { mailTo, mails } from '../support/mails.ts';
import { ok, unique, type Answer, type Souk } from '../support/souk.ts';

export const PASSWORD = 'Secret-123';
/** Milliseconds that a code of an authenticator app is valid. */
export const PERIOD = 30_000;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a base32 text. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The base32 text of bytes. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((one) => one.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The code of a secret at a time in milliseconds, by the algorithm of RFC 6238. */
export function codeOf(secret: string, time: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / PERIOD)));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = mac.at(-1)! & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** A code that is wrong for a secret at a time, and at the times around it. */
export function wrongCode(secret: string, time: number): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, time + steps * PERIOD)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code))!;
}

/** Sets the clock of a server to a time in milliseconds. */
export async function setClock(souk: Souk, time: number): Promise<void> {
  ok(await souk.guest.raw('PUT', '/_/clock', { now: new Date(time).toISOString() }));
}

/** Runs a command; returns its output. */
export async function command(souk: Souk, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await souk.cli(...args);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** An administrator of the tests. */
export interface Administrator {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

/** Makes an administrator. */
export async function newAdministrator(souk: Souk, ...more: string[]): Promise<Administrator> {
  const username = unique('admin');
  const email = `${username}@example.com`;
  const args = ['--user', username, '--email', email, '--password', PASSWORD, ...more];
  const printed = await command(souk, 'admin:user:create', ...args);
  return { id: Number(/id (\d+)/.exec(printed)![1]), username, email };
}

/** Asks for a token by password alone. */
export function signIn(souk: Souk, { username }: Administrator, password = PASSWORD): Promise<Answer> {
  return souk.guest.post('/V1/integration/admin/token', { username, password });
}

/** Signs in by password and code. */
export function signInByCode(
  souk: Souk,
  { username }: Administrator,
  otp: string,
  password = PASSWORD,
): Promise<Answer> {
  return souk.guest.post('/V1/tfa/provider/google/authenticate', { username, password, otp });
}

const tokenIn = (text: string): string | undefined => /#tfat=([a-z0-9]{32})/.exec(text)?.[1];

/** The tokens in the emails to an administrator so far, in order. */
export function mailedTokens(souk: Souk, { email }: Administrator): string[] {
  return mails(souk).flatMap(({ to, text }) => (to.includes(email) ? (tokenIn(text) ?? []) : []));
}

/** Asks for a token by password alone, and returns the setup token of the email. */
export async function requestSetup(souk: Souk, admin: Administrator): Promise<string> {
  const before = mailedTokens(souk, admin);
  expect((await signIn(souk, admin)).status).toBe(401);
  const { text } = await mailTo(souk, admin.email, (mail) => !before.includes(tokenIn(mail.text) ?? before[0] ?? ''));
  return tokenIn(text)!;
}

/** Gives an administrator an authenticator app by command; returns its secret. */
export async function giveSecret(souk: Souk, { username }: Administrator, ...secret: string[]): Promise<string> {
  return /secret: (\w+)/.exec(await command(souk, 'admin:user:two-factor:secret', username, ...secret))![1]!;
}
