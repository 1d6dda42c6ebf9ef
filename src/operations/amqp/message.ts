/**
 * Operations travel by their ids, some to a message: the rows have all the rest, and are locked before anything is executed.
 * Few enough that consumers share a bulk, many enough that the message broker costs little.
 */
const operationsPerMessage = 20;
/** What is longer than any message of ours is not read: nobody else's list may hold a consumer. */
const mostPerMessage = 100;
const mostBytes = 4096;

/** The messages that tell of operations, in order. */
export function encodeMessages(ids: readonly number[]): Buffer[] {
  const messages: Buffer[] = [];
  for (let start = 0; start < ids.length; start += operationsPerMessage) {
    messages.push(Buffer.from(JSON.stringify({ operations: ids.slice(start, start + operationsPerMessage) })));
  }
  return messages;
}

/** The ids in a message; undefined when it is none of ours, which sends it to the dead letters. */
export function decodeMessage(content: Buffer): readonly number[] | undefined {
  if (content.length > mostBytes) return undefined;
  try {
    const { operations } = JSON.parse(content.toString()) as { operations?: unknown };
    if (!Array.isArray(operations) || operations.length === 0 || operations.length > mostPerMessage) return undefined;
    return operations.every(isId) ? operations : undefined;
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
