import { useEffect } from 'preact/hooks';

/** Asks before a page with unsaved changes is left: by a link, by closing it, or by a reload. */
export function useUnsavedGuard(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return undefined;
    const leave = (event: BeforeUnloadEvent): void => event.preventDefault();
    const follow = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!link || link.getAttribute('target') === '_blank') return;
      if (confirm('Leave without saving the changes?')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('beforeunload', leave);
    addEventListener('click', follow, { capture: true });
    return () => {
      removeEventListener('beforeunload', leave);
      removeEventListener('click', follow, { capture: true });
    };
  }, [hasChanges]);
}
