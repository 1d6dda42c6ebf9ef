import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../client/src/index.ts';
import type { ConsoleCalls, Me, RouteCall } from './calls.ts';
import { t } from './texts/text.ts';

/** The signed-in caller, and the clients of the caller. */
export interface Session {
  readonly me: Me;
  /** The interface, as the caller who is signed in. */
  readonly shop: Client;
  /** The routes of the console itself. */
  readonly console: ConsoleCalls;
  /** Any route, such as one of a module. */
  readonly call: RouteCall;
  /** Whether the caller is granted a permission. */
  may(resource: string): boolean;
  /** Reads again who is signed in, after a call that the session did not sign. */
  check(): void;
  /** Ends the session in all tabs. Throws when the server cannot be reached. */
  signOut(): Promise<void>;
}

const channel = new BroadcastChannel('souk-console');

/** Tells the other tabs that the session has begun or ended. */
export function announceSession(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target, and reaches this origin alone
  channel.postMessage('session');
}

/** Calls `listen` when the session begins or ends in another tab; returns a function that stops it. */
export function onSessionChange(listen: () => void): () => void {
  channel.addEventListener('message', listen);
  return () => channel.removeEventListener('message', listen);
}

const SessionContext = createContext<Session | undefined>(undefined);

/** Provides the session to the pages below. */
export const SessionProvider = SessionContext.Provider;

/** Returns the session; throws outside of `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error(t('Nobody is signed in.'));
  return session;
}

/** Returns the session; undefined outside of `SessionProvider`. */
export function useMaybeSession(): Session | undefined {
  return useContext(SessionContext);
}
