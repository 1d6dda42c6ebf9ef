import { progress as bar } from '@clack/prompts';

/** The progress of a long command: a bar on a terminal, nothing elsewhere. */
interface Progress {
  advance(count: number): void;
  /** Writes a line to standard error. */
  complain(line: string): void;
  stop(message: string): void;
}

/** Shows progress towards `total`. */
export function startProgress(title: string, total: number): Progress {
  if (!process.stdout.isTTY) {
    return { advance: () => {}, complain: (line) => console.error(line), stop: (message) => console.log(message) };
  }
  const shown = bar({ max: total });
  let done = 0;
  shown.start(title);
  return {
    advance: (count) => {
      done += count;
      shown.advance(count, `${title}: ${done} of ${total}`);
    },
    complain: (line) => {
      // Overwrites the bar, which is drawn again below.
      process.stdout.write('\r\u001b[K');
      console.error(line);
    },
    stop: (message) => shown.stop(message),
  };
}
