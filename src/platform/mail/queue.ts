import type { Call } from '../../kernel/call.ts';
import { currentSpan } from '../../kernel/tracing.ts';
import { appendToOutbox } from '../../storage/outbox.ts';
import type { MailTemplate } from './template.ts';

/** Topic of the outbox that mails wait under. */
export const MAIL_TOPIC = 'mail';

/** Whom a mail goes to. */
interface Recipient {
  readonly email: string;
  readonly name: string;
}

/** A mail as it waits. */
export interface QueuedMail {
  readonly template: string;
  readonly to: Recipient;
  /** Addresses that get a blind carbon copy; absent: none. */
  readonly bcc?: readonly string[];
  /** Store view whose name, language and sender the mail has; 0: those of the default scope. */
  readonly storeId: number;
  readonly data: unknown;
  /** Milliseconds since 1970. */
  readonly queuedAt: number;
  /** The span of the work that queued it, as a header `traceparent`; absent: that was not traced. */
  readonly traceparent?: string;
}

/**
 * Queues a mail within the call's transaction: it is sent, by whichever process serves, once that is committed, and not at
 * all when it is undone. Nothing that goes wrong with sending reaches the caller.
 */
export async function queueMail<D>(
  call: Call,
  template: MailTemplate<D>,
  mail: { readonly to: Recipient; readonly bcc?: readonly string[]; readonly storeId: number; readonly data: D },
): Promise<void> {
  const span = currentSpan();
  const queued: QueuedMail = {
    template: template.id,
    ...mail,
    queuedAt: call.clock.now().getTime(),
    ...(span && { traceparent: span.traceparent }),
  };
  await appendToOutbox(call.db, MAIL_TOPIC, [queued]);
}
