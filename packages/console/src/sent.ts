import type { Client } from '../../client/src/index.ts';
import { sessionHeaders, type WireRequest } from './calls.ts';
import { t } from './texts/text.ts';

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

/** The requests that calls of the client would send. Nothing is sent. */
export async function requestsOf(shop: Client, call: (shop: Client) => Promise<unknown>): Promise<WireRequest[]> {
  const requests: WireRequest[] = [];
  const note = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body } = init;
    requests.push({
      method,
      url: String(url instanceof Request ? url.url : url).slice(location.origin.length),
      ...(typeof body === 'string' && { body: JSON.parse(body) as unknown }),
    });
    return new Response('{}');
  };
  await call(shop.with({ fetch: note }));
  return requests;
}

/** A document that the server prints, such as an invoice. */
export async function printed(shop: Client, call: (shop: Client) => Promise<unknown>): Promise<Blob> {
  let content: Blob | undefined;
  const keep: typeof fetch = async (...sent) => {
    const response = await fetch(...sent);
    if (response.ok) content = await response.clone().blob();
    return response.ok ? new Response('{}') : response;
  };
  await call(shop.with({ headers: { ...sessionHeaders, accept: 'application/pdf' }, fetch: keep }));
  if (!content) throw new Error(t('The server sent no document.'));
  return content;
}
