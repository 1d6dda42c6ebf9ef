import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../client/src/index.ts';
import type { ConsoleCalls, Me } from './calls.ts';

/** Who is signed in, and what calls are made with. */
export interface Session {
  readonly me: Me;
  readonly token: string;
  /** The interface, as the caller who is signed in. */
  readonly shop: Client;
  /** What the console asks beside the interface. */
  readonly console: ConsoleCalls;
  /** Whether the caller is granted a permission. */
  may(resource: string): boolean;
  signOut(): void;
}

const KEY = 'souk-console-token';

/** The token of this tab; the browser forgets it with the tab. */
export const storedToken = {
  read: () => sessionStorage.getItem(KEY) ?? undefined,
  write: (token: string) => sessionStorage.setItem(KEY, token),
  forget: () => sessionStorage.removeItem(KEY),
};

const SessionContext = createContext<Session | undefined>(undefined);

/** Gives the session to the pages below. */
export const SessionProvider = SessionContext.Provider;

/** The session of the page that asks. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('nobody is signed in');
  return session;
}
