import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '../texts/text.ts';

/** A modal dialog, which starts in its first field; Escape closes it. `mayClose`: asks before it is closed. */
export function Dialog({
  title,
  close,
  mayClose = () => true,
  children,
}: {
  title: string;
  close: () => void;
  mayClose?: () => boolean;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  const hasEnded = useRef(false);
  // At once: the browser reports the end of a dialog later, when a key may have opened another one, which would be closed instead.
  const reportEnd = (): void => {
    if (hasEnded.current) return;
    hasEnded.current = true;
    close();
  };
  const leave = (): void => {
    if (!mayClose()) return;
    dialog.current?.close();
    reportEnd();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={reportEnd}
      onCancel={(event) => {
        event.preventDefault();
        leave();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
    >
      <div class="head">
        <h2 id={id}>{title}</h2>
        <button type="button" onClick={leave}>
          {t('Close')}
        </button>
      </div>
      {children}
    </dialog>
  );
}
