import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

/** The head of a page, with what can be done on all of it, and what it shows. */
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
