import { isRecord } from '../../../kernel/fields.ts';

/**
 * Messages name operations by their ids, several in each. The rows have everything else, and are locked before anything is
 * executed. The number is small enough that consumers share a bulk, and large enough that the broker costs little.
 */
const operationsPerMessage = 20;
/** A longer list is not one of our messages; it is refused, so that it cannot occupy a consumer. */
const mostPerMessage = 100;
const mostBytes = 4096;

/** The messages that name operations, in order. */
export function encodeMessages(ids: readonly number[]): Buffer[] {
  const messages: Buffer[] = [];
  for (let start = 0; start < ids.length; start += operationsPerMessage) {
    messages.push(Buffer.from(JSON.stringify({ operations: ids.slice(start, start + operationsPerMessage) })));
  }
  return messages;
}

/** The ids in a message; undefined when it is not ours: then it goes to the dead letters. */
export function decodeMessage(content: Buffer): readonly number[] | undefined {
  if (content.length > mostBytes) return undefined;
  try {
    const message: unknown = JSON.parse(content.toString());
    const operations = isRecord(message) ? message.operations : undefined;
    if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostPerMessage) return undefined;
    return operations.every(isId) ? operations : undefined;
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
