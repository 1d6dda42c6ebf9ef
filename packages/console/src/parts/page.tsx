import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** A page: the title, actions on the whole page, and the content. */
export function Page({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · Souk console`;
  }, [title]);
  return (
    <>
      <div class="head">
        <h1>{title}</h1>
        <div class="actions">{actions}</div>
      </div>
      {children}
    </>
  );
}
