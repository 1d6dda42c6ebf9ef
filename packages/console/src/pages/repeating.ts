import { useEffect } from 'preact/hooks';

/** Repeats `work` at an interval while `isNeeded` holds and the page is visible. */
export function useRepeating(milliseconds: number, isNeeded: boolean, work: () => void): void {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => {
      if (!document.hidden) work();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [isNeeded, milliseconds, work]);
}
