/** A value as indented JSON. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    <pre class="code" tabIndex={0} role="region" aria-label={label}>
      {JSON.stringify(value, undefined, 2)}
    </pre>
  );
}
