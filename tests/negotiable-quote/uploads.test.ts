import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startUploadRemoval } from '../../src/modules/upload/removal.ts';
import type { Json } from '../sales/shop.ts';
import { engines } from '../storage/databases.ts';
import { ok, until } from '../support/client.ts';
import { graphqlClient, refuses, type GraphQLClient } from '../support/graphql.ts';
import { startHere, type Here } from '../support/here.ts';
import { asked, newStorefrontBuyer, offer, type StorefrontBuyer } from './storefront.ts';
import { templatesOf } from './templates-shop.ts';

const INPUT = '(input: { key: $key, media_resource_type: NEGOTIABLE_QUOTE_ATTACHMENT })';
const INITIATE = `mutation($key: String!) { initiateUpload${INPUT} { upload_url key expires_at } }`;
const FINISH = `mutation($key: String!) { finishUpload${INPUT} { success key message } }`;
const REQUEST = `mutation($uid: ID!, $attachments: [NegotiableQuoteCommentAttachmentInput]) { requestNegotiableQuote(
  input: { cart_id: $uid, quote_name: "Spring", comment: { comment: "Please", attachments: $attachments } }) {
  quote { comments { text attachments { name url } } } } }`;

describe.each(engines)('files of comments on %s', (engine) => {
  let here: Here;
  beforeAll(async () => {
    here = await startHere(engine);
  });
  afterAll(() => here.stop());

  const initiate = async (gql: GraphQLClient, key = 'terms of May.txt'): Promise<Json> =>
    (await gql.data(INITIATE, { key })).initiateUpload;
  const finish = async (gql: GraphQLClient, key: string): Promise<Json> =>
    (await gql.data(FINISH, { key })).finishUpload;
  const send = (url: string, body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${here.base}${new URL(url).pathname}`, { method: 'PUT', body });
  /** The key of a file that a buyer uploaded. */
  async function uploaded(gql: GraphQLClient, content = 'Terms'): Promise<string> {
    const { upload_url, key } = await initiate(gql);
    expect((await send(upload_url, content)).status).toBe(200);
    expect(await finish(gql, key)).toMatchObject({ success: true, key });
    return key;
  }
  const requestWith = ({ gql, uid }: StorefrontBuyer, ...keys: string[]) =>
    gql.send(REQUEST, { uid, attachments: keys.map((key) => ({ key })) });
  const download = async (url: string): Promise<string> => (await fetch(`${here.base}${new URL(url).pathname}`)).text();

  it('are uploaded in three steps, and go with a request, an answer and a template', async () => {
    const buyer = await newStorefrontBuyer(here);
    const { gql, uid } = buyer;
    const { upload_url, key, expires_at } = await initiate(gql);
    expect(key).toMatch(/^terms_of_May_[0-9a-f]{32}\.txt$/);
    expect(Number(expires_at) * 1000).toBeGreaterThan(Date.now());
    expect(await finish(gql, key)).toMatchObject({ success: false, key });
    expect((await send(upload_url, 'First')).status).toBe(200);
    expect((await send(upload_url, 'Terms')).status).toBe(200);
    expect(await finish(gql, key)).toMatchObject({ success: true, key });
    expect((await send(upload_url, 'Late')).status).toBe(404);
    const { quote } = (await asked(requestWith(buyer, key, await uploaded(gql, 'More')))).requestNegotiableQuote;
    const [{ attachments }] = quote.comments;
    expect(attachments.map(({ name }: Json) => name)).toEqual(['terms of May.txt', 'terms of May.txt']);
    expect(await download(attachments[0].url)).toBe('Terms');
    expect(await download(attachments[1].url)).toBe('More');
    await offer(here, buyer.cartId);
    const review = `mutation { sendNegotiableQuoteForReview(input: { quote_uid: "${uid}", comment: { comment: "Again",
      attachments: [{ key: "${await uploaded(gql)}" }] } }) { quote { comments { attachments { name } } } } }`;
    expect((await gql.data(review)).sendNegotiableQuoteForReview.quote.comments.at(-1).attachments).toHaveLength(1);
  });

  it('go with quote templates', async () => {
    const buyer = await templatesOf(here).newBuyer();
    const gql = graphqlClient(here, buyer.me.token);
    const { template_id } = ok(
      await buyer.me.post('/V1/negotiableQuoteTemplate/request/me', { quoteId: buyer.quoteId }),
    );
    const submit = `mutation { submitNegotiableQuoteTemplateForReview(input: { template_id: "${template_id}",
      comment: "Each month", attachments: [{ key: "${await uploaded(gql)}" }] }) { comments { text attachments { url } } } }`;
    const [comment] = (await gql.data(submit)).submitNegotiableQuoteTemplateForReview.comments;
    expect(comment.text).toBe('Each month');
    expect(await download(comment.attachments[0].url)).toBe('Terms');
  });

  it('are at most a hundred that no comment took', async () => {
    const { gql } = await newStorefrontBuyer(here);
    for (let i = 0; i < 100; i++) await initiate(gql);
    refuses(await gql.send(INITIATE, { key: 'more.txt' }), 'graphql-input', /^You have 100 uploads/);
  });

  it('are taken once, by their owner, when they are finished, and by nobody when the comment fails', async () => {
    const [buyer, other] = [await newStorefrontBuyer(here), await newStorefrontBuyer(here)];
    const key = await uploaded(buyer.gql);
    const open = await initiate(buyer.gql);
    for (const wrong of [open.key, 'unknown.txt']) {
      refuses(await requestWith(buyer, key, wrong), 'graphql-input', `The upload ${wrong} is not finished.`);
    }
    refuses(await requestWith(other, key), 'graphql-input', `The upload ${key} is not finished.`);
    expect(await finish(other.gql, open.key)).toMatchObject({ success: false });
    const keys = Array.from({ length: 11 }, (_, at) => `${at}.txt`);
    refuses(await requestWith(buyer, ...keys), 'graphql-input', 'A comment can have at most 10 files.');
    await asked(requestWith(buyer, key));
    expect(await finish(buyer.gql, key)).toMatchObject({ success: false });
  });

  it('are refused with another name, size or caller', async () => {
    const { gql } = await newStorefrontBuyer(here);
    for (const key of ['run.exe', '.txt', 'a/b.txt', `${'x'.repeat(255)}.txt`]) {
      refuses(await gql.send(INITIATE, { key }), 'graphql-input', /^The (file|name)/);
    }
    const { upload_url } = await initiate(gql);
    const large = new Uint8Array(2 * 1024 * 1024 + 1);
    expect((await send(upload_url, large)).status).toBe(400);
    expect((await send(upload_url, '')).status).toBe(400);
    expect((await send(upload_url.replace(/_[0-9a-f]{4}/, '_0000'), 'Terms')).status).toBe(404);
    const alone = await newStorefrontBuyer(here, undefined, false);
    for (const query of [INITIATE, FINISH]) {
      refuses(await alone.gql.send(query, { key: 'terms.txt' }), 'graphql-authorization', /permission to manage/);
      refuses(await graphqlClient(here).send(query, { key: 'terms.txt' }), 'graphql-authorization', /authorized/);
    }
  });

  it('can be sent for a quarter of an hour', async () => {
    const { gql, id } = await newStorefrontBuyer(here);
    const { upload_url } = await initiate(gql);
    const at = (now: string | null) => here.guest.raw('PUT', '/_/clock', { now }).then(ok);
    await at(new Date(Date.now() + 16 * 60_000).toISOString());
    try {
      expect((await send(upload_url, 'Terms')).status).toBe(404);
      const later = graphqlClient(here, (await here.callerOf('customer', id)).token);
      expect((await send((await initiate(later)).upload_url, 'Terms')).status).toBe(200);
    } finally {
      await at(null);
    }
  });

  it('are removed a day later, when no comment took them', async () => {
    const { gql, id } = await newStorefrontBuyer(here);
    const key = await uploaded(gql);
    const at = (now: string | null) => here.guest.raw('PUT', '/_/clock', { now }).then(ok);
    await at(new Date(Date.now() + 48 * 3_600_000).toISOString());
    // The server's own worker is in its pause.
    const worker = startUploadRemoval(here.souk.platform);
    try {
      const later = graphqlClient(here, (await here.callerOf('customer', id)).token);
      await until(async () => !(await finish(later, key)).success);
    } finally {
      await worker.stop();
      await at(null);
    }
  });
});
