/** A bar of the ended parts of a work by kind, with a text that says the same. `all`: the number of its parts. */
export function ProgressBar({
  all,
  parts,
  text,
  label = text,
}: {
  all: number;
  parts: readonly (readonly [kind: string, count: number])[];
  text: string;
  /** The name of the bar for screen readers. */
  label?: string;
}) {
  const ended = parts.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div class="progress">
      <div role="progressbar" aria-valuemin={0} aria-valuemax={all} aria-valuenow={ended} aria-label={label}>
        {parts.map(([kind, count], i) => (
          <i key={i} class={kind} style={{ width: `${(100 * count) / Math.max(1, all)}%` }} />
        ))}
      </div>
      <small>{text}</small>
    </div>
  );
}
