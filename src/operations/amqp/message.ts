/**
 * Operations travel by their ids, some to a message: the rows have all the rest, and are locked before anything is executed.
 * Few enough that consumers share a bulk, many enough that the message broker costs little.
 */
const operationsPerMessage = 20;

/** The messages that tell of operations, in order. */
export function encodeMessages(ids: readonly number[]): Buffer[] {
  const messages: Buffer[] = [];
  for (let start = 0; start < ids.length; start += operationsPerMessage) {
    messages.push(Buffer.from(JSON.stringify({ operations: ids.slice(start, start + operationsPerMessage) })));
  }
  return messages;
}

/** The ids in a message; undefined when it is none of ours. */
export function decodeMessage(content: Buffer): readonly number[] | undefined {
  try {
    const { operations } = JSON.parse(content.toString()) as { operations?: unknown };
    return Array.isArray(operations) && operations.length > 0 && operations.every(isId) ? operations : undefined;
  } catch {
    return undefined;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
