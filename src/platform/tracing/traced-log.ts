import type { Logger } from 'pino';
import { currentSpan } from '../../kernel/tracing.ts';

/** A log whose lines have the ids of the trace and the span that they were written in. */
export function tracedLog(log: Logger): Logger {
  return log.child({}, { formatters: { log: (line) => ({ ...line, ...currentSpan()?.ids }) } });
}
