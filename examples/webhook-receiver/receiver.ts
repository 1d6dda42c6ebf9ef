// node receiver.ts: takes events of the shop on the port PORT (4000) and adds each of them once to the file EVENTS (events.jsonl).
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { isSigned } from './signature.ts';

/** An event, by the CloudEvents specification. */
interface CloudEvent {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject?: string;
  readonly data?: unknown;
}

const { WEBHOOK_SECRET: secret = '', EVENTS: file = 'events.jsonl' } = process.env;
if (!secret.startsWith('whsec_')) throw new Error('set WEBHOOK_SECRET to the secret of the provider: whsec_…');
const LARGEST = 2_000_000;

/** What came before, in this life or another. */
const seen = new Set(
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).map(keyOfLine) : [],
);

function keyOfLine(line: string): string {
  return keyOf(JSON.parse(line) as CloudEvent);
}
/** An event that is sent again has the same id and source. */
function keyOf({ source, id }: CloudEvent): string {
  return `${source} ${id}`;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > LARGEST) throw new Error('too large');
  }
  return Buffer.concat(chunks);
}

/** Takes a delivery; gives the status to answer. Anything but 2xx has it sent again. */
async function take(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405;
  const body = await readBody(request);
  // The bytes are what is signed: checked before they are read as anything.
  if (!isSigned(secret, request.headers, body)) return 401;
  const sent = JSON.parse(body.toString()) as CloudEvent | CloudEvent[];
  const fresh = [sent].flat().filter((event) => !seen.has(keyOf(event)));
  // Kept before it is answered: what is answered is never sent again.
  appendFileSync(file, fresh.map((event) => `${JSON.stringify(event)}\n`).join(''));
  for (const event of fresh) {
    seen.add(keyOf(event));
    console.log(event.type, event.subject ?? '');
  }
  return 204;
}

const server = createServer((request, response) => {
  take(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(400).end(),
  );
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}/`);
});
