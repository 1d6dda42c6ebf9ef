import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

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
  const leave = (): void => {
    if (mayClose()) dialog.current?.close();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={close}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        leave();
      }}
    >
      <div class="head">
        <h2 id={id}>{title}</h2>
        <button type="button" onClick={leave}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
