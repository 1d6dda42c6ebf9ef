import type { ComponentChildren } from 'preact';

/** A state in a word, with a colour. */
export function Badge({ kind, children }: { kind: 'good' | 'bad' | 'warn' | 'plain'; children: ComponentChildren }) {
  return <span class={`badge ${kind}`}>{children}</span>;
}
