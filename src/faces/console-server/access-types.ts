import * as t from '../../kernel/types.ts';

/** A permission, with the one that it stands under. */
export const PermissionTree = t.object('console-permission', {
  id: t.string,
  /** Its title for people. */
  title: t.string,
  parent: t.optional(t.string),
});

/** An integration without its keys. */
export const Integration = t.object('console-integration', {
  integration_id: t.integer,
  name: t.string,
  is_active: t.boolean,
  created_at: t.string,
  unlimited: t.boolean,
  resources: t.array(t.string),
});

/** The keys of a new integration; nothing shows them again. */
export const Credentials = t.object('console-credentials', {
  consumer_key: t.string,
  consumer_secret: t.secret(t.string),
  access_token: t.secret(t.string),
  access_token_secret: t.secret(t.string),
});

/** An admin user. */
export const AdminUser = t.object('console-admin-user', {
  user_id: t.integer,
  username: t.string,
  email: t.string,
  role_name: t.string,
  is_active: t.boolean,
  /** Until when sign-ins are refused. */
  lock_expires: t.optional(t.string),
});

/** A new admin user with the password that was made or given. */
export const CreatedUser = t.object('console-created-user', { user_id: t.integer, password: t.secret(t.string) });

/** A role and its permissions. */
export const Role = t.object('console-role', {
  role_id: t.integer,
  name: t.string,
  users: t.integer,
  unlimited: t.boolean,
  resources: t.array(t.string),
});

/** An account that has access tokens. */
export const Session = t.object('console-session', {
  user_type: t.string,
  user_id: t.integer,
  name: t.string,
  tokens: t.integer,
  /** When the first and the last of them were made, UTC. */
  first: t.string,
  last: t.string,
});
