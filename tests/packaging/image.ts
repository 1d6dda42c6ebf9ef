import { readFileSync } from 'node:fs';

/** One instruction of a Dockerfile, such as `COPY` and what follows it. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** A stage: what it begins with, and its instructions behind `FROM`. */
export interface Stage {
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

/** Reads a Dockerfile; what `ARG` gives before the first stage is put in for `${…}` of `FROM`. */
export function readDockerfile(path: string): Stage[] {
  const lines = readFileSync(path, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const given = new Map<string, string>();
  const stages: { name: string; from: string; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name, text] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (!name || text === undefined) throw new Error(`no instruction: ${line}`);
    const stage = stages.at(-1);
    if (name === 'FROM') {
      const [from = '', , as = ''] = text.split(' ');
      stages.push({
        name: as,
        from: from.replace(/\$\{(\w+)\}/, (_, key: string) => given.get(key)!),
        instructions: [],
      });
    } else if (stage) stage.instructions.push({ name, text });
    else given.set(...(text.split('=') as [string, string]));
  }
  return stages;
}

/** What `ENV` sets: `A=1 B=2`. */
export function environmentOf(instructions: readonly Instruction[]): Record<string, string> {
  return Object.fromEntries(
    instructions
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ text }) => text.split(' ').map((pair) => pair.split('=') as [string, string])),
  );
}

/** What `ENTRYPOINT`, `CMD` or the command of a `HEALTHCHECK` says, which is a list. */
export function commandOf(instructions: readonly Instruction[], name: string): string[] {
  const { text } = instructions.findLast((one) => one.name === name)!;
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
