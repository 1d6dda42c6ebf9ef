import type { IncomingMessage } from 'node:http';
import type { Settings } from '../../kernel/platform.ts';
import { CONSOLE_HEADER } from '../inspector/console-session.ts';

const NAME = 'souk-console';

type Headers = IncomingMessage['headers'];

/**
 * Signs the requests of the console's own pages with the access token of the session cookie. The cookie alone signs nothing: the
 * request needs the header of the console, and has to come from a page of this server. Credentials of the request win.
 */
export function signBySessionCookie({ headers, method = 'GET' }: IncomingMessage, settings: Settings): void {
  if (headers.cookie === undefined || headers.authorization !== undefined || headers[CONSOLE_HEADER] === undefined)
    return;
  if (!isOfOwnPage(headers, method, settings)) return;
  const token = cookieToken(headers, settings);
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
}

/**
 * The `Set-Cookie` header of a session; without a token the one that removes it. `seconds`: until it ends; undefined: until the
 * browser is closed.
 */
export function sessionCookie(
  token: string | undefined,
  { headers, isSecure, seconds }: { headers: Headers; isSecure: boolean; seconds?: number | undefined },
): string {
  const age = token === undefined ? 0 : seconds;
  return [
    `${cookieName(headers, isSecure)}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${Math.floor(age)}`]),
  ].join('; ');
}

/** Cookies are common to the ports of a host: the port in the name keeps two servers on one machine apart. */
function cookieName({ host = '' }: Headers, isSecure: boolean): string {
  const port = /:(\d+)$/.exec(host)?.[1];
  const name = port === undefined ? NAME : `${NAME}-${port}`;
  return isSecure ? `__Host-${name}` : name;
}

function cookieToken(headers: Headers, { baseUrl }: Settings): string | undefined {
  const names = [cookieName(headers, true)];
  // A server on HTTPS takes only the cookie that no other host can have set.
  if (baseUrl?.startsWith('https:') !== true) names.push(cookieName(headers, false));
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  for (const name of names) {
    const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
    if (value !== undefined && /^\w+$/.test(value)) return value;
  }
  return undefined;
}

/** Browsers say where a request comes from: `Sec-Fetch-Site` on secure origins, `Origin` with every call that changes data. */
function isOfOwnPage(headers: Headers, method: string, { baseUrl }: Settings): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin, host } = headers;
  if (origin === undefined) return method === 'GET' || method === 'HEAD';
  const originHost = URL.canParse(origin) ? new URL(origin).host : undefined;
  const own = [host, baseUrl === undefined ? undefined : new URL(baseUrl).host];
  return originHost !== undefined && own.includes(originHost);
}
