import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Takes in what the shop sends: events by HTTP, mails by SMTP. Both on 127.0.0.1. */
export interface Receivers {
  readonly events: {
    readonly url: string;
    /** Deliveries by what they tell of: `order.created 000000017`. */ readonly seen: Map<string, number>;
  };
  readonly mails: { readonly url: string; /** Mails by receiver and subject. */ readonly seen: Map<string, number> };
  stop(): void;
}

/** Every so many requests the receiver of events fails, so that deliveries are tried again. */
const FAILS = 40;

interface DeliveredEvent {
  readonly type: string;
  readonly subject: string;
}

export async function startReceivers(): Promise<Receivers> {
  const events = new Map<string, number>();
  const mails = new Map<string, number>();
  let requests = 0;
  const http = createHttpServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      requests += 1;
      if (requests % FAILS === 0) return void response.writeHead(503).end();
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as DeliveredEvent | DeliveredEvent[];
      for (const { type, subject } of [sent].flat()) add(events, `${type} ${subject}`);
      response.writeHead(204).end();
    } catch {
      response.destroy();
    }
  });
  const smtp = createServer((socket) => {
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    const say = (text: string): void => void socket.write(`${text}\r\n`);
    let held = '';
    let isData = false;
    let to = '';
    say('220 soak');
    socket.on('data', (text: string) => {
      held += text;
      for (;;) {
        const mark = isData ? '\r\n.\r\n' : '\r\n';
        const at = held.indexOf(mark);
        if (at < 0) return;
        const part = held.slice(0, at);
        held = held.slice(at + mark.length);
        if (isData) {
          isData = false;
          add(mails, `${to} ${/^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(part)?.[1] ?? ''}`);
          say('250 taken');
        } else if (/^DATA/i.test(part)) {
          isData = true;
          say('354 go on');
        } else if (/^QUIT/i.test(part)) {
          say('221 bye');
          socket.end();
        } else {
          if (/^RCPT/i.test(part)) to = /<([^>]*)>/.exec(part)?.[1] ?? '';
          say('250 soak');
        }
      }
    });
  });
  return {
    events: { url: `http://127.0.0.1:${await listen(http)}/`, seen: events },
    mails: { url: `smtp://127.0.0.1:${await listen(smtp)}`, seen: mails },
    stop: () => {
      http.closeAllConnections();
      http.close();
      smtp.close();
    },
  };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
