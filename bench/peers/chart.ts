import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** CPU of a request in milliseconds, of a server and of its database. */
export interface Bar {
  readonly name: string;
  readonly server: number;
  readonly database: number;
}

const WIDTH = 760;
const LABEL = 190;
const VALUE = 120;
const ROW = 22;
const TITLE = 30;

/** Draws docs/pictures/peers.svg: bars for each request, scaled to the longest bar of the same request. */
export function drawPeers(groups: readonly (readonly [what: string, bars: readonly Bar[]])[]): void {
  let y = 8;
  const parts: string[] = [];
  for (const [what, bars] of groups) {
    parts.push(`<text x="0" y="${y + 18}" class="what">${what}</text>`);
    y += TITLE;
    const longest = Math.max(...bars.map(totalOf));
    for (const bar of bars) {
      parts.push(barAt(bar, y, (WIDTH - LABEL - VALUE) / longest));
      y += ROW;
    }
    y += 10;
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y + 18}" role="img" aria-labelledby="title">
<title id="title">CPU of one request in milliseconds: server and database</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #222 }
  .what { font-weight: 600 }
  .server { fill: #3b6fb6 }
  .database { fill: #9db9dd }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } }
</style>
${parts.join('\n')}
<text x="0" y="${y + 10}">Milliseconds of CPU per request. Dark: the server. Light: its database, where it is a process of its own.</text>
</svg>
`;
  writeFileSync(fileURLToPath(new URL('../../docs/pictures/peers.svg', import.meta.url)), svg);
}

function barAt(bar: Bar, y: number, scale: number): string {
  const server = Math.max(1, bar.server * scale);
  const database = bar.database * scale;
  return `<text x="0" y="${y + 14}">${bar.name}</text>
<rect x="${LABEL}" y="${y + 2}" width="${server.toFixed(1)}" height="${ROW - 6}" class="server"/>
<rect x="${(LABEL + server).toFixed(1)}" y="${y + 2}" width="${database.toFixed(1)}" height="${ROW - 6}" class="database"/>
<text x="${(LABEL + server + database + 6).toFixed(1)}" y="${y + 14}">${totalOf(bar).toFixed(1)} ms</text>`;
}

const totalOf = ({ server, database }: Bar): number => server + database;
