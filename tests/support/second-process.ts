import type { Souk } from './souk.ts';

/** Another process of the same installation. */
export interface SecondProcess {
  readonly base: string;
  end(): Promise<void>;
  /** Ends it at once, as a crash does: SIGKILL. */
  kill(): Promise<void>;
}

/** Starts a further web process beside a server, on its database. */
export async function secondProcess(first: Souk): Promise<SecondProcess> {
  const child = first.spawn('serve', '--no-consumer');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const base = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (data: Buffer) => {
      text += data.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(`the process ended before it was ready:\n${text}`)));
  });
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    child.kill(name);
    await ended;
  };
  return { base, end: () => signal('SIGTERM'), kill: () => signal('SIGKILL') };
}
