import { fastifyCookie } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { newChallenge, SESSION_COOKIE } from './challenges.ts';
import { captchaErrors } from './errors.ts';
import { drawWord } from './picture.ts';
import { guest, type ConfigurationReader, type Scope } from '../../kernel/call.ts';
import { platformErrors } from '../../kernel/errors.ts';
import type { Face } from '../../kernel/faces.ts';
import type { Platform } from '../../kernel/platform.ts';
import { anyText } from '../../kernel/any-text.ts';
import { isRecord } from '../../kernel/fields.ts';
import type { RateLimit } from '../limits/bucket.ts';
import { createRequestLimiter } from '../limits/requests.ts';
import { pictureLimit } from './configuration.ts';

/** The parameters of a picture, in the query or in the body. */
interface PictureRequest {
  /** The protected form, such as `user_login`. */
  readonly formId?: unknown;
  /** Code of the store view whose settings count; default: the default one. */
  readonly store?: unknown;
}

/**
 * Shows captchas: `GET` or `POST /captcha/refresh` with `formId` gives `{ "imgSrc": "data:image/png;base64,…" }`, a picture of a
 * new word, and binds the word to a session by a cookie. The word before it is no longer taken. Throws 429 for an address that
 * asks too often.
 */
export const captchaPictures: Face = async (app, { platform }) => {
  const forms = new Set(platform.registry.routes.flatMap(({ route }) => route.captcha ?? []));
  const limiter = createRequestLimiter(platform.config, undefined, pictureRate);
  await app.register(fastifyCookie);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  for (const url of ['/captcha/refresh', '/captcha/refresh/']) {
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        limiter.count(guest, request.ip, reply.raw);
        // Each process counts for itself.
        limiter.take();
        const { form, scope } = readRequest(platform, forms, request);
        const { word, session, seconds } = await newChallenge(
          platform.newCall(guest, scope),
          form,
          request.cookies[SESSION_COOKIE],
        );
        const picture = await drawWord(word);
        const secure = request.protocol === 'https';
        return reply
          .setCookie(SESSION_COOKIE, session, {
            path: '/',
            httpOnly: true,
            // Storefronts of another site have it sent where they may send credentials at all.
            sameSite: secure && platform.settings.cors?.credentials ? 'none' : 'lax',
            secure,
            maxAge: seconds,
          })
          .header('cache-control', 'no-store')
          .header('x-content-type-options', 'nosniff')
          .send({ imgSrc: `data:image/png;base64,${picture.toString('base64')}` });
      },
    });
  }
};

/** Drawing takes time, so the number of pictures for one address is limited. */
function pictureRate(config: ConfigurationReader): RateLimit | undefined {
  const limit = config.of(pictureLimit);
  return limit === 0 ? undefined : { limit, window: 60_000 };
}

function readRequest(
  platform: Platform,
  forms: ReadonlySet<string>,
  { query, body }: FastifyRequest,
): { form: string; scope: Scope } {
  const input: PictureRequest = { ...(isRecord(query) && query), ...(isRecord(body) && body) };
  if (input.formId === undefined || input.formId === '') throw platformErrors.required({ fieldName: 'formId' });
  const form = anyText(input.formId);
  if (!forms.has(form)) throw captchaErrors.unknownForm([form]);
  const scope = platform.scopes.resolveScope(
    typeof input.store === 'string' && input.store !== '' ? input.store : undefined,
  );
  if (!scope) throw platformErrors.invalidValue({ value: input.store, fieldName: 'store' });
  return { form, scope };
}
