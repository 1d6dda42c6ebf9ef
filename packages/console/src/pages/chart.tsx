import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import { t } from '../texts/text.ts';
import { locale } from '../texts/language.ts';

/** A line of a chart; null where nothing was measured. */
export interface Line {
  readonly label: string;
  readonly kind: 'plain' | 'good' | 'warn' | 'bad';
  readonly values: readonly (number | null)[];
}

const HEIGHT = 190;

/** Lines over time (seconds since 1970). Screen readers announce the last and the highest value of each line. */
export function Chart({ title, times, lines }: { title: string; times: readonly number[]; lines: readonly Line[] }) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(undefined);
  const isDark = useDarkness();
  const data = [times, ...lines.map(({ values }) => values)] as unknown as UPlot.AlignedData;
  useEffect(() => {
    const element = place.current!;
    const made = new UPlot(optionsOf(element, lines), data, element);
    chart.current = made;
    const follow = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT }));
    follow.observe(element);
    return () => {
      follow.disconnect();
      made.destroy();
    };
    // The canvas draws its colours, so a change of them draws it again.
  }, [isDark]);
  useEffect(() => chart.current?.setData(data), [times, lines]);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={place} role="img" aria-label={`${title}: ${lines.map(inWords).join('; ')}`} />
    </figure>
  );
}

/** Whether the page is in dark mode. */
function useDarkness(): boolean {
  const [query] = useState(() => matchMedia('(prefers-color-scheme: dark)'));
  const [isDark, setDark] = useState(query.matches);
  useEffect(() => {
    const follow = (): void => setDark(query.matches);
    query.addEventListener('change', follow);
    return () => query.removeEventListener('change', follow);
  }, [query]);
  return isDark;
}

/** Points without neighbours, which no line connects. */
function lonePoints(chart: UPlot, series: number): number[] {
  const values = chart.data[series]!;
  const isThere = (i: number): boolean => values[i] !== null && values[i] !== undefined;
  return [...values.keys()].filter((i) => isThere(i) && !isThere(i - 1) && !isThere(i + 1));
}

function inWords({ label, values }: Line): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return t('{label}, no data', { label });
  return t('{label}, last {last}, highest {highest}', {
    label,
    last: rounded(known.at(-1)!),
    highest: rounded(Math.max(...known)),
  });
}

function tellNewest(chart: UPlot): void {
  const { idx } = chart.cursor;
  if (idx !== null && idx !== undefined) return;
  const values = chart.data.slice(1).map((all) => all.findLastIndex((value) => value !== null && value !== undefined));
  const newest = Math.max(...values);
  if (newest >= 0) chart.setLegend({ idx: newest });
}

function timeOfDay(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

function rounded(value: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: 2 });
}

function optionsOf(element: HTMLElement, lines: readonly Line[]): UPlot.Options {
  const style = getComputedStyle(element);
  // A canvas does not resolve CSS variables: an element with the colour does.
  const probe = element.appendChild(document.createElement('i'));
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = { plain: colour('other'), good: colour('good'), warn: colour('warn'), bad: colour('bad') };
  const [ink, grid] = [colour('quiet'), colour('line')];
  probe.remove();
  const times = (_: UPlot, seconds: readonly number[]): string[] => seconds.map(timeOfDay);
  const axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { stroke: grid },
    font: `12px ${style.fontFamily}`,
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
    axes: [
      { ...axis, values: times, space: 60, size: 30 },
      { ...axis, size: 56 },
    ],
    // Without a cursor the legend shows the latest values.
    hooks: { setCursor: [tellNewest], setData: [tellNewest], ready: [tellNewest] },
    series: [
      { label: t('at'), value: (_: UPlot, at: number | null) => (at === null ? '–' : timeOfDay(at)) },
      ...lines.map(({ label, kind }) => ({
        label,
        stroke: colours[kind],
        width: 1.5,
        points: { show: true, size: 4, filter: lonePoints },
        value: (_: UPlot, value: number | null) => (value === null ? '–' : rounded(value)),
      })),
    ],
  };
}
