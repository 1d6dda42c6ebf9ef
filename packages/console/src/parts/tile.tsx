import type { ComponentChildren } from 'preact';

/** A figure with its name, in a list of the class `tiles`. */
export function Tile({
  title,
  note,
  kind = 'good',
  children,
}: {
  title: string;
  note?: string;
  kind?: 'good' | 'bad';
  children: ComponentChildren;
}) {
  return (
    <div class={`tile ${kind}`}>
      <dt>{title}</dt>
      <dd>
        <strong>{children}</strong>
        {note !== undefined && <small>{note}</small>}
      </dd>
    </div>
  );
}
