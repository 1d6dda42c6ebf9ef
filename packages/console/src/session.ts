import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../client/src/index.ts';
import type { ConsoleCalls, Me, RouteCall } from './calls.ts';

/** The signed-in caller, and the clients of the caller. */
export interface Session {
  readonly me: Me;
  readonly token: string;
  /** The interface, as the caller who is signed in. */
  readonly shop: Client;
  /** The routes of the console itself. */
  readonly console: ConsoleCalls;
  /** Any route, such as one of a module. */
  readonly call: RouteCall;
  /** Whether the caller is granted a permission. */
  may(resource: string): boolean;
  signOut(): void;
}

const KEY = 'souk-console-token';

/** The token of this tab; the browser removes it when the tab is closed. */
export const storedToken = {
  read: () => sessionStorage.getItem(KEY) ?? undefined,
  write: (token: string) => sessionStorage.setItem(KEY, token),
  forget: () => sessionStorage.removeItem(KEY),
};

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the session to the pages below. */
export const SessionProvider = SessionContext.Provider;

/** Returns the session; throws outside of `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in');
  return session;
}
