import { listSettings, writeSetting } from '../settings.ts';
import { none } from '../../../kernel/entity.ts';
import { acl, route } from '../../../kernel/route.ts';
import * as t from '../../../kernel/types.ts';

const access = acl('Magento_Config::config');

/** A value to choose. */
const Choice = t.object('console-setting-choice', { value: t.string, name: t.string });

/** A setting as it holds in a scope. */
const Setting = t.object('console-setting', {
  path: t.string,
  /** Its effect; null for a path that the server stores for clients. */
  description: t.optional(t.string),
  /** The values that it takes; null: any text. */
  expected: t.optional(t.string),
  /** All values that it takes; null: others as well. */
  choices: t.optional(t.array(Choice)),
  is_number: t.boolean,
  /** Unit of its values, such as `seconds`. */
  unit: t.optional(t.string),
  /** Null where nothing is set; a secret is masked. */
  value: t.optional(t.string),
  /** Where it comes from: `shipped`, `default`, `websites`, `stores`; null where nothing is set. */
  source: t.optional(t.string),
  shipped: t.optional(t.string),
  secret: t.boolean,
  /** The narrowest scope in which it has an effect: `default`, `websites` or `stores`. */
  narrowest_scope: t.string,
  /** The permission that the caller lacks to change it; null: the caller may. */
  missing_permission: t.optional(t.string),
});
const Place = t.object('console-setting-scope', {
  scope: t.string,
  code: t.string,
  name: t.string,
  /** The name that the shop gives a website; null for other scopes and for websites without one. */
  website_name: t.optional(t.string),
});
const Settings = t.object('console-settings', {
  items: t.array(Setting),
  total_count: t.integer,
  scopes: t.array(Place),
});

const readSettings = route({
  method: 'GET',
  path: '/_/console/settings',
  service: 'consoleSettingV1',
  operation: 'getList',
  summary: 'Shows the platform configuration as it holds in a scope, with what it ships with and what overrides it.',
  access,
  input: {
    search: t.optional(t.string),
    scope: t.optional(t.string),
    code: t.optional(t.string),
    /** Only settings with another value than the default. */
    changed: t.optional(t.boolean),
    /** Language of the texts, and of the search in them: `en` (default) or `de`; any other is English. */
    language: t.optional(t.string),
  },
  output: Settings,
  handle: ({ search, scope, code, changed, language }, call) =>
    listSettings(
      call,
      { scope, code },
      { search: search ?? '', onlyChanged: changed === true, language: language ?? 'en' },
    ),
});

const changeSetting = route({
  method: 'PUT',
  path: '/_/console/settings',
  service: 'consoleSettingV1',
  operation: 'save',
  summary: 'Sets a path of the platform configuration in a scope, or has it inherited again.',
  access,
  entity: none('settings are written one by one'),
  input: {
    path: t.string,
    /** Absent or null: reset to the inherited value. */
    value: t.optional(t.string),
    scope: t.optional(t.string),
    code: t.optional(t.string),
  },
  output: t.boolean,
  handle: async ({ path, value, scope, code }, call) => {
    await writeSetting(call, path, value ?? null, { scope, code });
    return true;
  },
});

export const settingRoutes = [readSettings, changeSetting] as const;
