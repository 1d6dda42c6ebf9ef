import { useEffect } from 'preact/hooks';
import { t } from './texts/text.ts';

const QUESTION = t('Leave the page? Your changes are not saved.');

/** Forms with unsaved changes. */
const edited = new Set<object>();
/** The address of the page that is shown. */
let shownUrl = location.href;

/** Asks before the page is left while a form has unsaved changes: by a link, by Back and Forward, and by closing the tab. */
export function useUnsaved(isEdited: boolean): void {
  useEffect(() => {
    if (!isEdited) return undefined;
    const form = {};
    shownUrl = location.href;
    edited.add(form);
    return () => void edited.delete(form);
  }, [isEdited]);
}

/** Returns whether the page, or the values that it shows, may be left, after asking where changes would be lost. */
export function mayLeave(): boolean {
  if (edited.size > 0 && !confirm(QUESTION)) return false;
  edited.clear();
  return true;
}

/** Starts to watch for leaving the page. Called before the router listens: listeners of the window run in their order. */
export function watchLeaving(): void {
  addEventListener('click', (event) => {
    const link = event.composedPath().find((one): one is HTMLAnchorElement => one instanceof HTMLAnchorElement);
    const isOfOtherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link?.target === '_blank';
    if (!link?.href || isOfOtherTab || link.download !== '' || link.getAttribute('href')?.startsWith('#')) return;
    if (mayLeave()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  addEventListener('popstate', (event) => {
    if (mayLeave()) return;
    event.stopImmediatePropagation();
    history.pushState(null, '', shownUrl);
  });
  addEventListener('beforeunload', (event) => {
    if (edited.size > 0) event.preventDefault();
  });
}
