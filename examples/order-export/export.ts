// node export.ts [--once]: writes each order that is placed or changed to a file of the folder EXPORT_TO (orders), from where a system
// of another house may take it. Without --once it goes on and hears of changes as they happen.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessToken, baseUrl, shop } from '../connect.ts';

/** What the feed of changes answers. */
interface Feed {
  readonly changes: readonly { readonly id: number; readonly action: 'created' | 'changed' | 'deleted' }[];
  /** Where to read on. */
  readonly position: number;
  readonly more: boolean;
}

const folder = process.env.EXPORT_TO ?? 'orders';
const positionFile = join(folder, '.position');
const isOnce = process.argv.includes('--once');
const PAGE = 100;

mkdirSync(folder, { recursive: true });
let position = readPosition() ?? (await exportAll());
for (;;) {
  const feed = await readFeed(`after=${position}&entity=order&limit=${PAGE}&wait=${isOnce ? 0 : 30}`);
  if (feed === 'gone') {
    // Away for longer than the shop keeps changes.
    position = await exportAll();
    continue;
  }
  const ids = new Set(feed.changes.filter(({ action }) => action !== 'deleted').map(({ id }) => id));
  if (ids.size > 0) await exportOrders({ entity_id: { in: [...ids] } });
  // Only now: who is stopped in between reads the same changes again, and writes the same files.
  if (feed.position !== position) writeWhole(positionFile, String((position = feed.position)));
  if (isOnce && !feed.more) break;
}

/** Writes all orders there are; gives the position from which on they may have changed. */
async function exportAll(): Promise<number> {
  // Asked first: what changes meanwhile is told again rather than missed.
  const feed = await readFeed('entity=order');
  if (feed === 'gone') throw new Error('the feed of changes has no end');
  await exportOrders({});
  writeWhole(positionFile, String(feed.position));
  return feed.position;
}

/** Writes orders under their numbers: however often that happens, there is one file of each. */
async function exportOrders(where: { entity_id?: { in: number[] } }): Promise<void> {
  for await (const order of shop.orders.list({ where, sort: { entity_id: 'ASC' }, pageSize: PAGE })) {
    writeWhole(join(folder, `${order.increment_id}.json`), JSON.stringify(order, null, 2));
    console.log(`${order.increment_id} ${order.status}`);
  }
}

/** A part of the feed; `gone` where the shop has forgotten what was asked for. */
async function readFeed(query: string): Promise<Feed | 'gone'> {
  let token = await accessToken();
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${baseUrl}/_/changes?${query}`, { headers: { authorization: `Bearer ${token}` } });
    if (answer.ok) return (await answer.json()) as Feed;
    if (answer.status === 410) return 'gone';
    if (answer.status !== 401 || attempt > 1)
      throw new Error(`the feed of changes: ${answer.status} ${await answer.text()}`);
    token = await accessToken(token);
  }
}

function readPosition(): number | undefined {
  try {
    return Number(readFileSync(positionFile, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes a file all or nothing. */
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.draft`, text);
  renameSync(`${file}.draft`, file);
}
