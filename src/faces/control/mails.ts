import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { SentMail } from '../../platform/mail/archive.ts';

/** Reads emails with their secrets; see `readWholeMails`. */
export type ReadMails = (filter: { to: string | undefined; after: number }) => Promise<SentMail[]>;

/** Longest wait for an email, in seconds. */
const LONGEST_WAIT = 60;
/** Time between two looks for an email, in milliseconds. */
const LOOK = 50;

/**
 * `GET /_/mails`: the emails that were sent, the oldest first, with whole links. `to`: an address; `after`: the id of an email;
 * `wait`: seconds to wait until there is one.
 */
export function mailRoutes(app: FastifyInstance, read: ReadMails): void {
  app.get<{ Querystring: Partial<Record<'to' | 'after' | 'wait', string>> }>('/_/mails', async (request, reply) => {
    const { to, after = '0', wait = '0' } = request.query;
    const isGood = [to ?? '', after, wait].every((one) => typeof one === 'string') && /^\d{1,15}$/.test(after);
    if (!isGood || !/^\d{1,2}$/.test(wait) || Number(wait) > LONGEST_WAIT) {
      return reply.code(400).send({
        message: `Send ?to=<address>&after=<id of an email>&wait=<0 to ${LONGEST_WAIT} seconds>, each optional.`,
      });
    }
    const end = performance.now() + Number(wait) * 1000;
    const look = (): Promise<SentMail[]> => read({ to, after: Number(after) });
    let mails = await look();
    while (mails.length === 0 && performance.now() < end && !reply.raw.destroyed) {
      await pause(LOOK);
      mails = await look();
    }
    return { mails };
  });
}
