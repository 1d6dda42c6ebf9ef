import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { LoadedContext } from '../load.tsx';

/**
 * Whether a form waits for the values that it saved: from `wait()` until the data around the form are loaded again. Input of that time
 * would be lost, because the loaded values take its place.
 */
export function useSavedValues(): { readonly isWaiting: boolean; wait(): void } {
  const loaded = useContext(LoadedContext);
  const latest = useRef(loaded);
  latest.current = loaded;
  const [before, setBefore] = useState<{ readonly loaded: unknown }>();
  return {
    isWaiting: before !== undefined && before.loaded === loaded,
    wait: () => setBefore({ loaded: latest.current }),
  };
}

/** The fields of a form. While `isBusy` they take no input; afterwards the field that had the focus has it again. */
export function FormFields({ isBusy, children }: { isBusy: boolean; children: ComponentChildren }) {
  const focusedElement = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isBusy) {
      focusedElement.current = document.activeElement;
    } else if (document.activeElement === document.body && focusedElement.current instanceof HTMLElement) {
      focusedElement.current.focus();
    }
  }, [isBusy]);
  return (
    <fieldset class="fields" disabled={isBusy}>
      {children}
    </fieldset>
  );
}
