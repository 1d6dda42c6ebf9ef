import { useCallback, useEffect, useState } from 'preact/hooks';
import { toError } from '../../client/src/transport.ts';
import { sessionHeaders } from './calls.ts';
import type { Load } from './load.tsx';

/** Milliseconds after which a stream that has ended is opened again. */
const AGAIN = 2000;

/** Follows server-sent events of a URL; the value is that of the latest event. */
export function useStream<T>(url: string): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({ value: undefined, error: undefined, isLoading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState((before) => ({ ...before, isLoading: true }));
    const tell = (value: T): void => setState({ value, error: undefined, isLoading: false });
    const follow = async (): Promise<void> => {
      try {
        await readEvents(url, gone.signal, (data) => tell(JSON.parse(data) as T));
        // The server stopped, or a proxy closed the connection.
        if (!gone.signal.aborted) timer = setTimeout(() => void follow(), AGAIN);
      } catch (error) {
        if (!gone.signal.aborted) setState({ value: undefined, error, isLoading: false });
      }
    };
    void follow();
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [url, turn]);
  return { ...state, reload: useCallback(() => setTurn((before) => before + 1), []) };
}

/** Reads a stream of events to its end. The browser's `EventSource` cannot send the header of the session. */
async function readEvents(url: string, signal: AbortSignal, told: (data: string) => void): Promise<void> {
  const headers = { accept: 'text/event-stream', ...sessionHeaders };
  const response = await fetch(url, { signal, headers });
  if (!response.ok) throw toError({ method: 'GET', url, operation: `GET ${url}` }, response, await response.text());
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) told(data.slice(6));
    }
  }
}
