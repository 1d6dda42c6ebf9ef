import { mailSenders } from './configuration.ts';
import type { QueuedMail } from './queue.ts';
import { renderHtml } from './html.ts';
import { mailLayout, mailStore, type MailSources } from './store.ts';
import type { AnyMailTemplate, MailAttachment, MailIdentity } from './template.ts';
import { renderText } from './text.ts';

/** A mail that is ready to be sent. */
export interface MailMessage {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
  /** Texts in it that nobody else may read. */
  readonly secrets: readonly string[];
}

/** Renders a mail in the words and with the sender of its store view. */
export function renderMail(
  sources: MailSources,
  template: AnyMailTemplate,
  mail: Omit<QueuedMail, 'queuedAt'>,
): MailMessage {
  const store = mailStore(sources, mail.storeId, template.texts);
  const layout = mailLayout(sources, mail.storeId);
  const { subject, blocks, secrets = [] } = template.write(mail.data as never, store);
  return {
    from: senderOf(sources, mail.storeId, template.identity),
    to: { name: oneLine(mail.to.name), address: mail.to.email },
    subject: oneLine(subject),
    text: renderText(blocks, store, layout),
    html: renderHtml(oneLine(subject), blocks, store, layout),
    secrets,
  };
}

/** The files that go with a mail. */
export async function renderAttachments(
  sources: MailSources,
  template: AnyMailTemplate,
  mail: Omit<QueuedMail, 'queuedAt'>,
): Promise<readonly MailAttachment[]> {
  const attachments = await template.attach?.(mail.data as never, mailStore(sources, mail.storeId, template.texts));
  return attachments ?? [];
}

function senderOf({ config }: MailSources, storeId: number, identity: MailIdentity): MailMessage['from'] {
  const { name, email } = mailSenders[identity];
  return { name: oneLine(config.of(name, { storeId })), address: oneLine(config.of(email, { storeId })) };
}

/** A text for a header: without line breaks and other control characters, which could add headers. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- the expression searches control characters
  return text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
}
