import type { Answer } from '../calls.ts';
import { Badge } from '../parts/badge.tsx';
import { numberText } from '../texts/format.ts';
import { t } from '../texts/text.ts';

type Run = Answer<'GET /_/console/migrations/:runId'>;
type Kinds = Run['kinds'];

const states = new Map([
  ['running', [t('at work'), 'plain']],
  ['complete', [t('complete'), 'good']],
  ['failed', [t('failed'), 'bad']],
  ['interrupted', [t('interrupted'), 'warn']],
] as const);

/** The state of a run in a word. */
export function MigrationState({ run: { state } }: { run: Pick<Run, 'state'> }) {
  const [label, kind] = [...states].find(([name]) => name === state)?.[1] ?? [state, 'plain' as const];
  return <Badge kind={kind}>{label}</Badge>;
}

/** The number of records of all kinds with an outcome. */
export function sumOf(kinds: Kinds, outcome: 'created' | 'changed' | 'unchanged' | 'refused'): string {
  return numberText((kinds ?? []).reduce((sum, kind) => sum + (kind[outcome] ?? 0), 0));
}

/** The number of records of all kinds that were created or changed. */
export function movedIn(kinds: Kinds): string {
  return numberText((kinds ?? []).reduce((sum, { created, changed }) => sum + (created ?? 0) + (changed ?? 0), 0));
}
