import { useEffect } from 'preact/hooks';
import { t } from './texts/text.ts';

const QUESTION = t('Leave the page? Your changes are not saved.');

/** What leaving the page means for a form with unsaved changes, or for work that runs. */
interface Leaving {
  readonly question: string;
  /** Called when the person leaves. */
  leave?(): void;
}
const leavings = new Set<Leaving>();
/** The address of the page that is shown. */
let shownUrl = location.href;

/**
 * Asks before the page is left while a form has unsaved changes: by a link, by Back and Forward, and by closing the tab. `leaving`: the
 * question where the changes are of another kind.
 */
export function useUnsaved(isEdited: boolean, leaving: Leaving = { question: QUESTION }): void {
  useEffect(() => {
    if (!isEdited) return undefined;
    shownUrl = location.href;
    leavings.add(leaving);
    return () => void leavings.delete(leaving);
  }, [isEdited]);
}

/** Returns whether the page, or the values that it shows, may be left, after asking where changes would be lost. */
export function mayLeave(): boolean {
  const [first] = leavings;
  if (first && !confirm(first.question)) return false;
  for (const { leave } of leavings) leave?.();
  leavings.clear();
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
    if (leavings.size > 0) event.preventDefault();
  });
}
