import type { Caller, ConfigurationReader } from '../../kernel/call.ts';
import { platformErrors, type PlatformError } from '../../kernel/errors.ts';
import type { Access, AnyRoute } from '../../kernel/route.ts';
import { opensReadsToGuests } from './configuration.ts';

/** A guest whose credentials were refused, with the error to answer where a guest may not go. */
export interface RefusedCaller extends Caller {
  readonly failure: PlatformError;
}

/**
 * Whether `caller` has the permissions of `access`. A resource implies neither its children nor its parents. `self` is a
 * customer's; callers with every permission pass as well, and then name the customer themselves.
 */
export function isAllowed(caller: Caller, access: Access): boolean {
  if (access.kind === 'anonymous' || caller.resources === 'all') return true;
  if (access.kind === 'self') return caller.type === 'customer';
  const granted = caller.resources;
  return access.resources.every((resource) => granted.has(resource));
}

/** Whether `caller` may call `route` under the present configuration. */
export function mayCall(caller: Caller, route: RouteAccess, config: ConfigurationReader): boolean {
  return isAllowed(caller, route.access) || isOpened(route, config);
}

/** Lets the call pass or throws the refusal. */
export function authorize(caller: Caller, route: RouteAccess, config: ConfigurationReader): void {
  if (!mayCall(caller, route, config)) throw refusal(route.access, caller);
}

/** The error for a caller who lacks `access`: the fault of the credentials, else the missing permissions. */
export function refusal(access: Access, caller?: Caller | RefusedCaller): PlatformError {
  if (caller && 'failure' in caller) return caller.failure;
  const resources = access.kind === 'acl' ? access.resources.join(', ') : access.kind;
  return platformErrors.notAuthorized({ resources });
}

type RouteAccess = Pick<AnyRoute, 'method' | 'access' | 'openable'>;

function isOpened(route: RouteAccess, config: ConfigurationReader): boolean {
  return route.openable !== undefined && route.method === 'GET' && config.of(opensReadsToGuests);
}
