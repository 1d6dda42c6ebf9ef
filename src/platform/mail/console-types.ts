import * as t from '../../kernel/types.ts';

const listed = {
  id: t.integer,
  template: t.string,
  store_id: t.integer,
  queued_at: t.string,
  sent_at: t.string,
  recipient: t.string,
  subject: t.string,
  /** Why it was given up; empty: it was sent. */
  error: t.string,
  /** Whether it is only a file below `var/mail`, because there is no mail server. */
  is_kept: t.boolean,
} as const;

const ListedMail = t.object('console-mail', listed);

/** Sent emails, and the number of waiting ones. */
export const Mails = t.object('console-mails', {
  items: t.array(ListedMail),
  /** Mails that wait to be sent, and the age of the oldest in seconds. */
  waiting: t.integer,
  oldest_seconds: t.integer,
  /** Ids of all kinds of mail. */
  templates: t.array(t.string),
});

const Attachment = t.object('console-mail-attachment', { name: t.string, type: t.string, bytes: t.integer });

/** A mail of the archive with its content. */
export const ArchivedMail = t.object('console-kept-mail', {
  ...listed,
  message_id: t.string,
  sender: t.string,
  text: t.string,
  html: t.string,
  attachments: t.array(Attachment),
});
