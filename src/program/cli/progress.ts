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
  const progressBar = bar({ max: total });
  let position = 0;
  progressBar.start(title);
  return {
    advance: (count) => {
      position += count;
      progressBar.advance(count, `${title}: ${position} of ${total}`);
    },
    complain: (line) => {
      // Overwrites the bar, which is drawn again below.
      process.stdout.write('\r\u001b[K');
      console.error(line);
    },
    stop: (message) => progressBar.stop(message),
  };
}
