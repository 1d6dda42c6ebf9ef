import type { Client } from '../../client/src/index.ts';
import { sessionHeaders } from './calls.ts';

/** The path and query that a call of the client asks for. Nothing is sent. */
export async function callAddress(shop: Client, call: (shop: Client) => Promise<unknown>): Promise<string> {
  let address = '';
  const note = async (url: string | URL | Request): Promise<Response> => {
    address = (url instanceof Request ? url.url : String(url)).slice(location.origin.length);
    return new Response('{}');
  };
  await call(shop.with({ fetch: note }));
  return address;
}

/** What the server answers a call of the client in XML, as it stands. */
export async function answerInXml(shop: Client, call: (shop: Client) => Promise<unknown>): Promise<string> {
  let text = '';
  const keep: typeof fetch = async (...sent) => {
    const response = await fetch(...sent);
    text = await response.clone().text();
    return response;
  };
  await call(shop.with({ headers: { ...sessionHeaders, accept: 'application/xml' }, fetch: keep }));
  return text;
}
