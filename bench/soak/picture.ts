import { trendOf, type Point } from './trend.ts';
import { shown } from './verdict.ts';

/** A line of a picture. */
export interface PictureLine {
  readonly name: string;
  readonly points: readonly Point[];
  /** From when on its trend is drawn, in seconds; none without it. */
  readonly trendFrom?: number | undefined;
}

const size = { width: 800, height: 300, left: 64, right: 230, top: 34, bottom: 34 };
/** Told apart by people who see colours differently as well. */
const colours = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#e69f00',
  '#56b4e9',
  '#5d3a9b',
  '#8c6d31',
  '#7f7f7f',
  '#000000',
];
/** Lines that one picture shows at most. */
export const MOST_LINES = colours.length;

/** Draws lines over minutes as an SVG, each with its trend as a dashed line. */
export function drawPicture(title: string, unit: string, lines: readonly PictureLine[]): string {
  const points = lines.flatMap((line) => line.points);
  const until = Math.max(1, ...points.map(([at]) => at));
  const top = niceAbove(Math.max(1e-9, ...points.map(([, value]) => value)));
  const [plotWidth, plotHeight] = [size.width - size.left - size.right, size.height - size.top - size.bottom];
  const x = (at: number): number => size.left + (at / until) * plotWidth;
  const y = (value: number): number => size.top + plotHeight - (Math.max(0, value) / top) * plotHeight;
  const path = (list: readonly Point[]): string =>
    list.map(([at, value], i) => `${i === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    (part) =>
      `<line x1="${size.left}" x2="${size.left + plotWidth}" y1="${y(part * top)}" y2="${y(part * top)}" stroke="#ddd"/>` +
      `<text x="${size.left - 6}" y="${y(part * top) + 4}" text-anchor="end">${shown(part * top)}</text>` +
      `<text x="${x(part * until)}" y="${size.height - 12}" text-anchor="middle">${shown((part * until) / 60)}</text>`,
  );
  const drawn = lines.map(({ name, points: list, trendFrom }, i) => {
    const colour = colours[i % colours.length]!;
    const judged = trendFrom === undefined ? [] : list.filter(([at]) => at >= trendFrom);
    const trend = trendOf(judged);
    const dashed = trend
      ? `<path d="${path([
          [judged[0]![0], trend.begin],
          [judged.at(-1)![0], trend.end],
        ])}" stroke="${colour}" stroke-width="2" stroke-dasharray="6 4" fill="none"/>`
      : '';
    const label = `${name}${list.length > 0 ? `: ${shown(list.at(-1)![1])}` : ''}`;
    return (
      `<path d="${path(list)}" stroke="${colour}" stroke-width="1.2" fill="none" opacity="0.8"/>${dashed}` +
      `<text x="${size.width - size.right + 10}" y="${size.top + 12 + i * 18}" fill="${colour}">${escaped(label)}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.left}" y="18" font-size="14" font-weight="bold">${escaped(title)}</text>
<text x="${size.left - 6}" y="${size.top - 8}" text-anchor="end">${escaped(unit)}</text>
<text x="${size.width - size.right + 6}" y="${size.height - 12}">minutes</text>
${grid.join('\n')}
${drawn.join('\n')}
</svg>
`;
}

/** The next round number: 1, 2, 2.5 or 5 times a power of ten. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((round) => round >= value)!;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
