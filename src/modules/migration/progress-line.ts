/** The terminal of a progress line. */
interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** A line that shows the progress of a run on a terminal. */
interface ProgressLine {
  /** Shows the numbers of handled and of all records of a kind. */
  show(kind: string, handled: number, total: number): void;
  /** Clears the line, before other output. */
  clear(): void;
}

/** Creates a progress line. It writes nothing where the output is not a terminal. */
export function progressLine(terminal: Terminal): ProgressLine {
  let isShown = false;
  return {
    show(kind, handled, total) {
      if (terminal.isTTY !== true) return;
      const part = total > 0 ? ` (${Math.floor((handled / total) * 100)} %)` : '';
      terminal.write(`\r\u001b[K${kind}: ${handled} of ${total}${part}`);
      isShown = true;
    },
    clear() {
      if (isShown) terminal.write('\r\u001b[K');
      isShown = false;
    },
  };
}
