import type { Writable } from 'node:stream';
import { progress as bar } from '@clack/prompts';
import type { CommandProgress } from '../../kernel/commands.ts';

/** Standard output, or a stream in its place. */
interface Terminal extends Writable {
  readonly isTTY?: boolean;
}

/** Shows progress towards `total`: as a bar on a terminal, not at all elsewhere. */
export function startProgress(title: string, total: number, output: Terminal = process.stdout): CommandProgress {
  if (output.isTTY !== true) {
    return {
      advance: () => {},
      complain: (line) => console.error(line),
      clear: () => {},
      stop: (message) => void output.write(`${message}\n`),
    };
  }
  const progressBar = bar({ max: Math.max(total, 1), output });
  let position = 0;
  progressBar.start(title);
  return {
    advance: (count) => {
      position += count;
      progressBar.advance(count, `${title}: ${position} of ${total}`);
    },
    complain: (line) => {
      // Overwrites the bar, which is drawn again below.
      output.write('\r\u001b[K');
      console.error(line);
    },
    clear: () => progressBar.clear(),
    stop: (message) => progressBar.stop(message),
  };
}
