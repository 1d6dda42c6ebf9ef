import { useEffect } from 'preact/hooks';

/** Does something again and again while there is reason to, and the page is seen. */
export function useRepeating(milliseconds: number, isNeeded: boolean, work: () => void): void {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => {
      if (!document.hidden) work();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [isNeeded, milliseconds, work]);
}
