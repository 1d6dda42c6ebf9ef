import { LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createClient } from '../../client/src/index.ts';
import { ownCall, routeCalls, type Me, type RouteCall } from './calls.ts';
import { Failure, useLoad } from './load.tsx';
import { modulePagesOf, pages, pagesOf } from './pages.ts';
import { SessionProvider, storedToken, useSession, type Session } from './session.ts';
import { SignIn } from './sign-in.tsx';

/** The console: the sign-in form, or the pages of the signed-in caller. */
export function App() {
  const [token, setToken] = useState(() => storedToken.read());
  const enter = (fresh: string): void => {
    storedToken.write(fresh);
    setToken(fresh);
  };
  const leave = (): void => {
    storedToken.forget();
    setToken(undefined);
  };
  return token === undefined ? <SignIn enter={enter} /> : <SignedIn key={token} token={token} leave={leave} />;
}

function SignedIn({ token, leave }: { token: string; leave: () => void }) {
  const calls = useMemo(() => routeCalls(token), [token]);
  const { language } = navigator;
  const me = useLoad((signal) => calls<Me>('GET /_/console/me', { language }, { signal }), [calls]);
  if (me.error !== undefined) {
    return (
      <main class="alone">
        <Failure error={me.error} retry={me.reload} />
        <button type="button" onClick={leave}>
          Sign in again
        </button>
      </main>
    );
  }
  if (!me.value) return null;
  return (
    <SessionProvider value={sessionOf(me.value, token, calls, leave)}>
      <LocationProvider scope="/console">
        <Frame />
      </LocationProvider>
    </SessionProvider>
  );
}

function sessionOf(me: Me, token: string, calls: RouteCall, leave: () => void): Session {
  const granted = new Set(me.resources);
  return {
    me,
    token,
    shop: createClient({ baseUrl: location.origin, token, store: 'all', headers: ownCall }),
    console: calls,
    call: calls,
    may: (resource) => me.unlimited === true || granted.has(resource),
    signOut: leave,
  };
}

const ModulePage = lazy(async () => ({ default: (await import('./pages/module-page.tsx')).ModulePage }));
const routes = pages.map(({ place, deeper, load }) => ({ place, deeper, Component: lazy(load) }));

function Frame() {
  const session = useSession();
  const { me, signOut } = session;
  const { path } = useLocation();
  const isHere = (place: string): boolean => path === place || path.startsWith(`${place}/`);
  useEffect(() => {
    // On a phone the navigation scrolls.
    document.querySelector('.bar [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [path]);
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="bar">
        <a class="brand" href="/console">
          Souk <span>console</span>
        </a>
        <nav aria-label="Pages">
          <ul>
            {[...pagesOf(session), ...modulePagesOf(me)].map(({ place, title }) => (
              <li key={place}>
                <a href={place} aria-current={isHere(place) ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="who">
          <span>{me.name}</span>
          <button type="button" onClick={signOut}>
            Sign out
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Router>
          {routes.map(({ place, deeper, Component }) => (
            <Route key={place} path={deeper ? `${place}/:rest*` : place} component={Component} />
          ))}
          {modulePagesOf(me).map(({ place }) => (
            <Route key={place} path={place} component={ModulePage} />
          ))}
          <Route default component={Start} />
        </Router>
      </main>
    </>
  );
}

/** Redirects `/console` to the first page. */
function Start() {
  const { route } = useLocation();
  useMemo(() => queueMicrotask(() => route(pages[0]!.place, true)), []);
  return null;
}
