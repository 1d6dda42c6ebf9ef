import { useEffect, useRef, useState } from 'preact/hooks';
import { SoukError } from '../../../client/src/index.ts';
import type { PresentedPage } from '../../../../src/faces/console-server/module-pages/present.ts';
import type { RouteCall } from '../calls.ts';
import { Failure } from '../load.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../session.ts';
import { t } from '../texts/text.ts';

/** The exports of a bundle's script. */
interface BundleScript {
  /** Shows the page in an element. May return a function that ends it. */
  mount?(element: HTMLElement, host: { readonly call: RouteCall; readonly signal: AbortSignal }): unknown;
}

/** A page that the script of a module renders. Its errors stay in the page, with the name of the module. */
export function ModuleBundle({
  page: { title, module },
  bundle,
}: {
  page: PresentedPage;
  bundle: NonNullable<PresentedPage['bundle']>;
}) {
  const { call } = useSession();
  const element = useRef<HTMLDivElement>(null);
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const gone = new AbortController();
    const { signal } = gone;
    const fail = (failure: unknown): void => {
      if (!signal.aborted) setError(failure instanceof SoukError ? failure : new Error(textOf(failure)));
    };
    watchErrors(bundle.script, signal, fail);
    const ended = mount(withTurn(bundle.script, turn), element.current, { call, signal });
    ended.catch(fail);
    return () => {
      gone.abort();
      // An error of the module must not keep the next page from opening.
      ended.then((end) => end?.()).catch(() => {});
      element.current?.replaceChildren();
    };
  }, [call, bundle.script, turn]);
  const retry = (): void => {
    setError(undefined);
    setTurn((before) => before + 1);
  };
  return (
    <Page title={title}>
      {bundle.style !== undefined && <link rel="stylesheet" href={bundle.style} />}
      {error !== undefined && <Failure error={error} source={module} retry={retry} />}
      <div ref={element} />
    </Page>
  );
}

async function mount(
  script: string,
  element: HTMLElement,
  host: { readonly call: RouteCall; readonly signal: AbortSignal },
): Promise<(() => unknown) | undefined> {
  const exported: BundleScript = await import(script);
  if (typeof exported.mount !== 'function') throw new Error(t('{script} exports no function "mount"', { script }));
  const end = await exported.mount(element, host);
  return typeof end === 'function' ? () => Reflect.apply(end, undefined, []) : undefined;
}

/** Reports errors that the scripts of a bundle throw later, until `signal`. */
function watchErrors(script: string, signal: AbortSignal, fail: (error: unknown) => void): void {
  const folder = new URL('.', new URL(script, location.origin)).href;
  addEventListener('error', ({ error, filename }) => filename.startsWith(folder) && fail(error), { signal });
  const rejected = ({ reason }: PromiseRejectionEvent): void => {
    if (reason instanceof Error && reason.stack?.includes(folder)) fail(reason);
  };
  addEventListener('unhandledrejection', rejected, { signal });
}

/** The address of a script, which differs for each attempt: browsers do not evaluate a failed script again. */
const withTurn = (script: string, turn: number): string => (turn === 0 ? script : `${script}?${turn}`);

const textOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure));
