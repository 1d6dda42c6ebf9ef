import { useEffect, useState } from 'preact/hooks';
import { t } from './texts/text.ts';

/** The shortcuts of the console. */
export const shortcuts = [
  { keys: 'Ctrl+K', effect: t('Go to a page, product, order, customer or request') },
  { keys: '/', effect: t('Move to the first search field of the page') },
  { keys: '?', effect: t('Show the shortcuts') },
  { keys: 'Escape', effect: t('Close a dialog') },
] as const;

/** A dialog that a shortcut opens. */
type ShortcutDialog = 'palette' | 'shortcuts';

/** Listens to the shortcuts; returns the dialog that is open, and a function that opens or closes one. */
export function useShortcuts(): [
  open: ShortcutDialog | undefined,
  setOpen: (dialog: ShortcutDialog | undefined) => void,
] {
  const [open, setOpen] = useState<ShortcutDialog>();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isPalette = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      const isTyping = target?.matches('input, select, textarea') === true || target?.isContentEditable === true;
      if (document.querySelector('dialog[open]') || (isTyping && !isPalette)) return;
      if (isPalette) setOpen('palette');
      else if (event.key === '?') setOpen('shortcuts');
      else if (event.key === '/') document.querySelector<HTMLElement>('main input[type=search]')?.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return [open, setOpen];
}
