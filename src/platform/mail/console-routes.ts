import { pageSizeOf } from '../../kernel/page-size.ts';
import { acl, route } from '../../kernel/route.ts';
import * as t from '../../kernel/types.ts';
import { outboxFigures } from '../../storage/outbox.ts';
import { ArchivedMail, Mails } from './console-types.ts';
import { getMail, listMails } from './archive.ts';
import { MAIL_TOPIC } from './queue.ts';

const mails = { service: 'consoleMailV1', access: acl('Magento_Email::template') } as const;

const readMails = route({
  method: 'GET',
  path: '/_/console/mails',
  ...mails,
  operation: 'getList',
  summary: 'Lists mails that were sent or given up, newest first, and tells how many wait.',
  input: {
    search: t.optional(t.string),
    template: t.optional(t.string),
    before: t.optional(t.integer),
    limit: t.optional(t.integer),
  },
  output: Mails,
  handle: async ({ limit, ...filter }, call) => {
    const items = await listMails(call, { ...filter, limit: pageSizeOf(limit, 50, 500) });
    const waiting = (await outboxFigures(call.db)).find(({ topic }) => topic === MAIL_TOPIC);
    return {
      items,
      waiting: waiting?.entries ?? 0,
      oldest_seconds: Math.round(waiting?.oldestSeconds ?? 0),
      templates: call.contributions.mailTemplates.map(({ id }) => id),
    };
  },
});

const readMail = route({
  method: 'GET',
  path: '/_/console/mails/:id',
  ...mails,
  operation: 'get',
  summary: 'Shows a mail as it looks, in HTML and as plain text, with its headers.',
  input: { id: t.integer },
  output: ArchivedMail,
  handle: ({ id }, call) => getMail(call, id),
});

/** Routes of the console for emails. */
export const mailConsoleRoutes = [readMails, readMail] as const;
