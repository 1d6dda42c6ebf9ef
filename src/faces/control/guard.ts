import type { IncomingMessage } from 'node:http';
import { hasBearer } from '../webapi/bearer.ts';

/** The response to a request that may not reach the routes for operators. */
interface ControlRefusal {
  readonly status: number;
  readonly message: string;
}

/** Names of this machine, as they stand in `Host` and `Origin`. */
const local = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
/** Headers by which a proxy tells that somebody else calls. */
const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded'];

/**
 * Why a request may not drive the server; undefined when it may. It has to come with the token, or from a program of this
 * machine: not by way of a proxy, and not by a page that a browser on this machine shows.
 */
export function controlRefusal(request: IncomingMessage, token: string): ControlRefusal | undefined {
  const { headers, socket } = request;
  const type = headers['content-type'];
  if (!hasBearer(request, token)) {
    const isHere = /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
    if (!isHere || forwarded.some((name) => name in headers)) return { status: 404, message: 'Not found' };
    if (!local.test(headers.host ?? '')) return { status: 403, message: 'Host names another machine.' };
    if (isOfAnotherOrigin(headers)) return { status: 403, message: 'Pages of other origins may not call.' };
  }
  // Any web page could send a request that a form can send.
  if (type !== undefined && !/^application\/json\b/i.test(type)) {
    return { status: 415, message: 'Content-Type has to be application/json.' };
  }
  return undefined;
}

function isOfAnotherOrigin(headers: IncomingMessage['headers']): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}
