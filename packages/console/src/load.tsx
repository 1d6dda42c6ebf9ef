import { createContext, type ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { SoukError } from '../../client/src/index.ts';
import { permissionTitle } from '../../../src/faces/console-server/permission-titles.ts';
import { useMaybeSession } from './session.ts';
import { named, t } from './texts/text.ts';

/** The state of a request for a page's data. */
export interface Load<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  reload(): void;
}

/** The data that `Loaded` shows around a component. */
export const LoadedContext = createContext<unknown>(undefined);

/** Loads the data of a page, again whenever one of `inputs` changes. Results of superseded requests are ignored. */
export function useLoad<T>(read: (signal: AbortSignal) => Promise<T>, inputs: readonly unknown[]): Load<T> {
  const [state, setState] = useState<Omit<Load<T>, 'reload'>>({ value: undefined, error: undefined, isLoading: true });
  const [turn, setTurn] = useState(0);
  const reading = useRef(read);
  reading.current = read;
  useEffect(() => {
    const gone = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    reading.current(gone.signal).then(
      (value) => {
        if (!gone.signal.aborted) setState({ value, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (!gone.signal.aborted) setState({ value: undefined, error, isLoading: false });
      },
    );
    return () => gone.abort();
  }, [...inputs, turn]);
  return { ...state, reload: useCallback(() => setTurn((before) => before + 1), []) };
}

/** Shows the loaded data, a progress text or the error. `source`: the module that the data come from. */
export function Loaded<T>({
  of,
  source,
  children,
}: {
  of: Load<T>;
  source?: string;
  children: (value: T) => ComponentChildren;
}) {
  if (of.error !== undefined) return <Failure error={of.error} source={source} retry={of.reload} />;
  if (of.value === undefined)
    return (
      <p class="quiet" role="status">
        {t('Loading…')}
      </p>
    );
  return (
    <LoadedContext.Provider value={of.value}>
      <div aria-busy={of.isLoading}>{children(of.value)}</div>
    </LoadedContext.Provider>
  );
}

/** An error notice, with a button that retries. `source`: the module that failed. */
export function Failure({ error, source, retry }: { error: unknown; source?: string | undefined; retry?: () => void }) {
  const session = useMaybeSession();
  const isUnauthorized = error instanceof SoukError && error.status === 401;
  // The session may have ended: then the sign-in form takes the place of the page.
  useEffect(() => {
    if (isUnauthorized) session?.check();
  }, [isUnauthorized]);
  const origin = source === undefined ? '' : ` (${source})`;
  if (error instanceof SoukError && (error.status === 401 || error.status === 403)) {
    return (
      <div class="notice forbidden" role="alert">
        <strong>{t('Not allowed') + origin}</strong>
        <p>{lackText(error) ?? error.message}</p>
      </div>
    );
  }
  return (
    <div class="notice failure" role="alert">
      <strong>{t('Request failed') + origin}</strong>
      <p>{messageOf(error)}</p>
      {retry && (
        <button type="button" onClick={retry}>
          {t('Try again')}
        </button>
      )}
    </div>
  );
}

/** What the caller lacks for a page or a call: `Your role lacks: Dashboard`. */
export function lackOf(permissions: readonly string[]): string {
  return t('Your role lacks: {permissions}', {
    permissions: permissions.map((id) => named(permissionTitle(id))).join(', '),
  });
}

function lackText({ parameters }: SoukError): string | undefined {
  const ids = 'resources' in parameters ? String(parameters.resources).split(', ') : [];
  return ids.length > 0 && ids.every((id) => id.includes('::')) ? lackOf(ids) : undefined;
}

/** The text of an error for people. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return t('The server is unreachable. Check the connection and try again.');
  return error instanceof Error ? error.message : String(error);
}
