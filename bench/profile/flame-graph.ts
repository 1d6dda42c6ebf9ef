import type { Stack } from './stages.ts';

const WIDTH = 1600;
const HEIGHT = 17;
/** Frames that are narrower than that are not drawn. */
const LEAST = 0.6;
const PER_LETTER = 6.6;

interface Frame {
  cpu: number;
  readonly children: Map<string, Frame>;
}

/** A flame graph of stacks as an SVG: each function above its caller, as wide as its CPU; `units`: pieces of work measured. */
export function flameGraph(title: string, stacks: readonly Stack[], units: number): string {
  const root: Frame = { cpu: 0, children: new Map() };
  for (const { frames, cpu } of stacks) {
    let frame = root;
    frame.cpu += cpu;
    for (const name of frames) {
      let child = frame.children.get(name);
      if (!child) frame.children.set(name, (child = { cpu: 0, children: new Map() }));
      child.cpu += cpu;
      frame = child;
    }
  }
  const scale = WIDTH / root.cpu;
  const boxes: { x: number; depth: number; width: number; name: string; cpu: number }[] = [];
  const place = (frame: Frame, x: number, depth: number): void => {
    let left = x;
    for (const [name, child] of [...frame.children].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const width = child.cpu * scale;
      if (width >= LEAST) {
        boxes.push({ x: left, depth, width, name, cpu: child.cpu });
        place(child, left, depth + 1);
      }
      left += width;
    }
  };
  place(root, 0, 0);
  const depths = boxes.reduce((most, { depth }) => Math.max(most, depth + 1), 0);
  const height = (depths + 2) * HEIGHT;
  const drawn = boxes.map(({ x, depth, width, name, cpu }) => {
    const y = height - (depth + 1) * HEIGHT;
    const letters = Math.floor((width - 4) / PER_LETTER);
    const text =
      letters < 3 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escape(name.slice(0, letters))}</text>`;
    const cost = `${((cpu / units) * 1000).toFixed(3)} ms, ${((cpu / root.cpu) * 100).toFixed(1)} %`;
    return `<g><title>${escape(name)} (${cost})</title><rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${HEIGHT - 1}" fill="${colourOf(name)}"/>${text}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">`,
    `<text x="4" y="13">${escape(title)}</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

/** Statements are blue, the engine grey, sources of Souk green to yellow by their folder, libraries red. */
function colourOf(name: string): string {
  if (name.startsWith('SQL: ')) return '#8ab4e8';
  if (name.startsWith('(')) return '#c8c8c8';
  const folder = / src\/(?:modules\/)?([\w-]+)/.exec(name)?.[1];
  if (!folder) return '#e8a08a';
  const hue = [...folder].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 90, 0);
  return `hsl(${50 + hue} 60% 70%)`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
