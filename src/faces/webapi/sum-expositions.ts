/** One metric: its comment lines and the values of its series. */
interface Family {
  readonly head: Set<string>;
  readonly series: Map<string, number>;
}

/** Adds up the metrics of several processes in Prometheus' text format, series by series. */
export function sumExpositions(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  let family: Family = { head: new Set(), series: new Map() };
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const [, name] = /^# (?:HELP|TYPE|UNIT) (\S+)/.exec(line) ?? [];
    if (name) {
      family = families.get(name) ?? { head: new Set(), series: new Map() };
      families.set(name, family);
      family.head.add(line);
      continue;
    }
    const space = line.lastIndexOf(' ');
    if (line.startsWith('#') || space === -1) continue;
    const series = line.slice(0, space);
    family.series.set(series, (family.series.get(series) ?? 0) + Number(line.slice(space + 1)));
  }
  let text = '';
  for (const { head, series } of families.values()) {
    for (const line of head) text += `${line}\n`;
    for (const [name, value] of series) text += `${name} ${value}\n`;
  }
  return text;
}
