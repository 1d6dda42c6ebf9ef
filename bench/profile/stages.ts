import type { Profiler } from 'node:inspector/promises';
import type { Profile } from './recording.ts';

type Node = Profiler.ProfileNode;

/** Stages by the source file of a function; what it calls counts with it unless that is a stage of its own. The first fit counts. */
const stagesOfFiles: readonly (readonly [pattern: RegExp, stage: string])[] = [
  [/decimal/, 'exact numbers'],
  [
    /^src\/(kernel\/(decode|arguments|scalars)|faces\/webapi\/(json|body|budgets)|platform\/execution\/decode)/,
    'decode',
  ],
  [/^src\/(kernel\/encode|faces\/webapi\/(respond|compression))|\/present[\w-]*\.ts$/, 'encode'],
  [/^src\/storage|^node_modules\/kysely|better-sqlite3|^node_modules\/pg/, 'storage: build and bind'],
  [/^src\/faces\/graphql|^node_modules\/graphql/, 'GraphQL execution'],
  [/^src\/platform\/(access|limits)\//, 'access and limits'],
  [/^src\/platform\/(change-log|audit)\//, 'events and audit'],
  [/^src\/platform\/operation-queue\//, 'operations'],
  [/^src\/(platform|kernel)\//, 'life of a call'],
  [/^src\/modules\/search\//, 'search'],
  [/^src\/modules\/eav\//, 'checks of values (eav)'],
  [/^src\/modules\/catalog\//, 'catalog'],
  [/^src\/modules\/(quote|checkout|sales|sales-rule|tax)\//, 'carts, rules and orders'],
  [/^src\/modules\//, 'other modules'],
  [/^src\/(faces|program)\/|^node_modules\/|\/dist\/libraries\//, 'HTTP'],
];
const stagesOfEngine = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'engine'],
]);
/** What is no work of the server; the last one is of `preload.ts`. */
const notWork = new Set(['(idle)', 'letTimeBeCounted']);

/** CPU of one stage or statement, in seconds. */
export interface StageCpu {
  readonly stage: string;
  readonly cpu: number;
}

/** Frames from the root to the function that ran, and how long, in seconds of CPU. */
export interface Stack {
  readonly frames: readonly string[];
  readonly cpu: number;
}

/** Goes through what was sampled: stages and statements by CPU, most first, and the stacks of the flame graph. */
export function analyse(profile: Profile): { stages: StageCpu[]; statements: StageCpu[]; stacks: Stack[] } {
  const { nodes } = profile.profile;
  const parents = new Map<number, Node>();
  for (const node of nodes) for (const child of node.children ?? []) parents.set(child, node);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stages = new Map<string, number>();
  const statements = new Map<string, number>();
  const stacks: Stack[] = [];
  for (const [id, cpu] of cpuOfNodes(profile)) {
    const path = pathTo(byId.get(id)!, parents);
    const add = (sums: Map<string, number>, key: string): unknown => sums.set(key, (sums.get(key) ?? 0) + cpu);
    const stage = stageOf(path, profile);
    add(stages, stage.replace(/^SQL: .*/s, 'SQL'));
    if (stage.startsWith('SQL: ')) add(statements, stage.slice(5));
    stacks.push({ frames: path.toReversed().map((node) => labelOf(node, profile)), cpu });
  }
  stages.set('other threads', profile.otherCpu);
  return { stages: sorted(stages), statements: sorted(statements), stacks };
}

/**
 * CPU of each node itself. Samples count time: what commits waited for the disk is taken away, and the CPU that the process used
 * is shared out by the others.
 */
function cpuOfNodes({ profile, mainCpu, commitCpu }: Profile): Map<number, number> {
  const { nodes, samples = [], timeDeltas = [] } = profile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const commits = new Set<number>();
  for (const node of nodes)
    if (node.callFrame.functionName === 'SQL: commit') for (const id of withChildren(node, byId)) commits.add(id);
  const skipped = new Set<number>();
  for (const node of nodes)
    if (notWork.has(node.callFrame.functionName)) for (const id of withChildren(node, byId)) skipped.add(id);
  const times = new Map<number, number>();
  let [inCommits, elsewhere] = [0, 0];
  for (const [i, id] of samples.entries()) {
    if (skipped.has(id) || byId.get(id)!.callFrame.functionName === '(root)') continue;
    const time = timeDeltas[i + 1] ?? 0;
    times.set(id, (times.get(id) ?? 0) + time);
    if (commits.has(id)) inCommits += time;
    else elsewhere += time;
  }
  for (const [id, time] of times)
    times.set(id, commits.has(id) ? (time / inCommits) * commitCpu : (time / elsewhere) * (mainCpu - commitCpu));
  return times;
}

function withChildren(node: Node, byId: ReadonlyMap<number, Node>): number[] {
  return [node.id, ...(node.children ?? []).flatMap((id) => withChildren(byId.get(id)!, byId))];
}

/** The nodes from one up to the root, without the root. */
function pathTo(node: Node, parents: ReadonlyMap<number, Node>): Node[] {
  const path: Node[] = [];
  for (let one: Node | undefined = node; one && one.callFrame.functionName !== '(root)'; one = parents.get(one.id))
    path.push(one);
  return path;
}

function stageOf(path: readonly Node[], profile: Profile): string {
  for (const node of path) {
    const { functionName } = node.callFrame;
    if (functionName === 'SQL: commit') return 'commit';
    if (/^SQL: (savepoint|release|rollback|begin)/.test(functionName)) return 'begin and savepoints';
    if (functionName.startsWith('SQL: ')) return functionName;
    const engine = stagesOfEngine.get(functionName);
    if (engine) return engine;
    const file = fileOf(node, profile);
    const found = stagesOfFiles.find(([pattern]) => pattern.test(file));
    if (found) return found[1];
  }
  return 'engine';
}

function fileOf({ callFrame }: Node, { fileOf: inProgram }: Profile): string {
  const { url, lineNumber, columnNumber } = callFrame;
  if (url.endsWith('/dist/souk.mjs')) return inProgram(lineNumber, columnNumber);
  return url.replace(/^.*\/(node_modules\/)/, '$1');
}

function labelOf(node: Node, profile: Profile): string {
  const { functionName } = node.callFrame;
  if (functionName.startsWith('SQL: ') || functionName.startsWith('(')) return functionName;
  const file = fileOf(node, profile);
  return `${functionName || '(anonymous)'}${file && ` ${file}`}`;
}

function sorted(sums: ReadonlyMap<string, number>): StageCpu[] {
  return [...sums].map(([stage, cpu]) => ({ stage, cpu })).sort((a, b) => b.cpu - a.cpu);
}
