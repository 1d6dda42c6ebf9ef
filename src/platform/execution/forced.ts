import type { Call } from '../../kernel/call.ts';
import { cut } from '../../kernel/cut-text.ts';
import { isRecord } from '../../kernel/fields.ts';
import { toSnakeCase } from '../../kernel/names.ts';
import type { AnyRoute, ForcedValues } from '../../kernel/route.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Compiles the forced arguments of a route; undefined if there are none. */
export function compileForced(
  route: AnyRoute,
  values: Partial<ForcedValues>,
): ((rest: Arguments, call: Call) => Promise<Arguments>) | undefined {
  const targets = Object.entries(route.forced ?? {}).map(([target, value]) => {
    const [argument, field] = cut(target, '.');
    const valueOf = values[value];
    if (!valueOf) throw new Error(`no module says what ${value} is, which ${route.method} ${route.path} asks for`);
    return { argument, field, valueOf };
  });
  if (targets.length === 0) return undefined;
  return async (rest, call) => {
    let result = rest;
    for (const { argument, field, valueOf } of targets) {
      const value = await valueOf(call);
      result = field === undefined ? put(result, argument, value) : putInside(result, argument, field, value);
    }
    return result;
  };
}

/** Sets a value under `name` and removes the client's value under any spelling of the name. */
function put(values: Arguments, name: string, value: unknown): Arguments {
  const spelling = plain(name);
  const others = Object.entries(values).filter(([key]) => plain(key) !== spelling);
  return { [name]: value ?? null, ...Object.fromEntries(others) };
}

function putInside(values: Arguments, argument: string, field: string, value: unknown): Arguments {
  const current = values[argument] ?? values[toSnakeCase(argument)];
  const inner = isRecord(current) ? current : {};
  return put(values, argument, put(inner, field, value));
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
