import { ErrorBoundary, LocationProvider, lazy, Route, Router, useLocation } from 'preact-iso';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { createClient } from '../../client/src/index.ts';
import { routeCalls, sessionHeaders, type Me } from './calls.ts';
import { Failure, lackOf, messageOf, useLoad } from './load.tsx';
import { LanguageChoice } from './parts/language-choice.tsx';
import { ForbiddenPage, NoSuchPage } from './parts/page.tsx';
import { existingPages, menuOf, modulePagesOf, pages, pagesOf } from './pages.ts';
import { announceSession, onSessionChange, SessionProvider, useSession, type Session } from './session.ts';
import { useShortcuts } from './shortcuts.ts';
import { hasLink, SignIn } from './sign-in.tsx';
import { moduleLocale } from './texts/language.ts';
import { t } from './texts/text.ts';

/** The console: the sign-in form, or the pages of the signed-in caller. */
export function App() {
  const [isEntering, setEntering] = useState(hasLink);
  const me = useLoad(
    async (signal) =>
      (await calls<boolean>('GET /_/console/session', {}, { signal }))
        ? await calls<Me>('GET /_/console/me', { language: moduleLocale }, { signal })
        : 'guest',
    [],
  );
  useEffect(() => onSessionChange(me.reload), [me.reload]);
  const enter = (): void => {
    setEntering(false);
    announceSession();
    me.reload();
  };
  if (isEntering || me.value === 'guest') return <SignIn enter={enter} />;
  if (me.error !== undefined) {
    return (
      <main class="alone">
        <Failure error={me.error} retry={me.reload} />
      </main>
    );
  }
  if (!me.value) return null;
  return <SignedIn key={`${me.value.type} ${me.value.id}`} me={me.value} check={me.reload} />;
}

const calls = routeCalls();
const shop = createClient({ baseUrl: location.origin, headers: sessionHeaders, store: 'all' });

function SignedIn({ me, check }: { me: Me; check: () => void }) {
  // The same as long as nothing has changed: pages load again with another session.
  const session = useMemo(() => sessionOf(me, check), [JSON.stringify(me), check]);
  return (
    <SessionProvider value={session}>
      <LocationProvider scope="/console">
        <Frame />
      </LocationProvider>
    </SessionProvider>
  );
}

function sessionOf(me: Me, check: () => void): Session {
  const granted = new Set(me.resources);
  return {
    me,
    shop,
    console: calls,
    call: calls,
    may: (resource) => me.unlimited === true || granted.has(resource),
    check,
    signOut: async () => {
      await calls('DELETE /_/console/session');
      announceSession();
      check();
    },
  };
}

const Palette = lazy(async () => ({ default: (await import('./pages/palette.tsx')).Palette }));
const ShortcutList = lazy(async () => ({ default: (await import('./pages/palette.tsx')).ShortcutList }));
const ModulePage = lazy(async () => ({ default: (await import('./pages/module-page.tsx')).ModulePage }));
const components = new Map(pages.map(({ place, load }) => [place, lazy(load)]));

function Frame() {
  const session = useSession();
  const { me } = session;
  const [dialog, setDialog] = useShortcuts();
  const { path } = useLocation();
  const isHere = (place: string): boolean => path === place || path.startsWith(`${place}/`);
  // On a phone the menu closes when a page is opened.
  const [isMenuOpen, setMenuOpen] = useState(false);
  useEffect(() => setMenuOpen(false), [path]);
  return (
    <>
      <a class="skip" href="#content">
        {t('Skip to the content')}
      </a>
      <header class="bar">
        <a class="brand" href="/console">
          Souk <span>{t('console')}</span>
        </a>
        <button
          type="button"
          class="menu"
          aria-expanded={isMenuOpen}
          aria-controls="pages"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {t('Menu')}
        </button>
        <nav id="pages" aria-label={t('Pages')} class={isMenuOpen ? 'open' : undefined}>
          {menuOf(session).map((group, i) => (
            <ul key={i}>
              {group.map(({ place, title }) => (
                <li key={place}>
                  <a href={place} aria-current={isHere(place) ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div class="who">
          <span class="name" title={me.name ?? undefined}>
            {me.name}
          </span>
          <button type="button" class="go" onClick={() => setDialog('palette')} title="Ctrl+K">
            {t('Go to…')}
          </button>
          <LanguageChoice />
          <SignOut />
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        <Router>
          {existingPages(session).map(({ place, deeper, permissions }) => (
            <Route
              key={place}
              path={deeper ? `${place}/:rest*` : place}
              component={permissions.some(session.may) ? components.get(place)! : Forbidden}
            />
          ))}
          {modulePagesOf(me).map(({ place }) => (
            <Route key={place} path={place} component={ModulePage} />
          ))}
          <Route path="/console" component={Start} />
          <Route default component={NoSuchPage} />
        </Router>
      </main>
      <ErrorBoundary>
        {dialog === 'palette' && <Palette close={() => setDialog(undefined)} />}
        {dialog === 'shortcuts' && <ShortcutList close={() => setDialog(undefined)} />}
      </ErrorBoundary>
    </>
  );
}

function SignOut() {
  const { signOut } = useSession();
  const [failure, setFailure] = useState<string>();
  return (
    <>
      {failure !== undefined && <span role="alert">{failure}</span>}
      <button type="button" class="out" onClick={() => void signOut().catch((error) => setFailure(messageOf(error)))}>
        {t('Sign out')}
      </button>
    </>
  );
}

/** The page of the address, for a caller who may not open it. */
function Forbidden() {
  const { path } = useLocation();
  const { title, permissions } = pages.find(({ place }) => path === place || path.startsWith(`${place}/`))!;
  return <ForbiddenPage title={title} lack={lackOf(permissions)} />;
}

/** Redirects `/console` to the first page that the caller may open. */
function Start() {
  const { route } = useLocation();
  const session = useSession();
  const [first] = [...pagesOf(session), ...modulePagesOf(session.me)];
  useMemo(() => queueMicrotask(() => first && route(first.place, true)), []);
  return first ? null : <ForbiddenPage title="Souk" lack={t('Your role opens no page of the console.')} />;
}
