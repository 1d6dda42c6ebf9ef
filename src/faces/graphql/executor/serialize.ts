import { takeTurns } from '../../../kernel/turns.ts';

/** Characters that are collected before they are encoded as bytes. */
const PIECE = 2 ** 16;

/** As `JSON.stringify`, for large responses: yields to other requests in between. */
export async function serializeInTurns(value: unknown): Promise<Buffer> {
  const turns = takeTurns();
  const pieces: Buffer[] = [];
  let text = '';
  for (const part of partsOf(value)) {
    text += part;
    if (text.length < PIECE) continue;
    pieces.push(Buffer.from(text));
    text = '';
    await turns();
  }
  pieces.push(Buffer.from(text));
  return Buffer.concat(pieces);
}

/** The JSON text of a value, in parts: one for each innermost object or list. */
function* partsOf(value: unknown): Generator<string> {
  if (!isContainer(value) || !Object.values(value).some(isContainer)) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* partsOf(inner);
    before = ',';
  }
  yield isList ? ']' : '}';
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
