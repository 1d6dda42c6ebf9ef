import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../texts/text.ts';

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
    document.title = `${title} · ${t('Souk console')}`;
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

/** The page of an address that leads to none. */
export function NoSuchPage() {
  return (
    <Page title={t('No such page')}>
      <p>
        {t('The console has no page at this address.')} <a href="/console">{t('Go to the first page')}</a>
      </p>
    </Page>
  );
}

/** A page for which the caller lacks all of some permissions, of which one would do. */
export function ForbiddenPage({ title, lack }: { title: string; lack: string }) {
  return (
    <Page title={title}>
      <div class="notice forbidden" role="alert">
        <strong>{t('Not allowed')}</strong>
        <p>{lack}</p>
      </div>
    </Page>
  );
}
