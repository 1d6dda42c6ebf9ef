import type { RegisteredRoute } from '../../src/kernel/registry.ts';
import * as fc from '../support/properties.ts';
import { fitting, hostileValues, inUrl, type HostileValues, type References } from './hostile.ts';
import { argumentsOf, requestWith, urlOf, type FuzzRequest } from './requests.ts';

/** How the calls of a fuzzer are generated. */
interface CallOptions {
  readonly references: References;
  /** One value in this many has another type than the declared one. */
  readonly wrongOneIn: number;
  /** One required field in this many is missing. */
  readonly missingOneIn?: number;
  /** Also as asynchronous calls, and as bulks of one or two. */
  readonly hasAsync?: boolean;
}

/** Generates calls of routes: arguments of the declared types, with references to existing entities. */
export function callsOf(routes: readonly RegisteredRoute[], options: CallOptions): fc.Arbitrary<FuzzRequest> {
  const values = hostileValues(options);
  return fc.oneof(...routes.flatMap((registered) => formsOf(registered, options, values)));
}

function formsOf(
  registered: RegisteredRoute,
  { references, hasAsync }: CallOptions,
  values: HostileValues,
): fc.Arbitrary<FuzzRequest>[] {
  const parameter = (name: string): fc.Arbitrary<string> => {
    const { type } = registered.parameters.find((one) => one.name === name)!;
    const known = fitting(references, name, type) ?? [];
    return fc.constantFrom(...(known.length > 0 ? known : [1, 2, 'x'])).map(inUrl);
  };
  const url = urlOf(registered, parameter);
  const sent = argumentsOf(registered, values);
  const call = (of: fc.Arbitrary<string>): fc.Arbitrary<FuzzRequest> =>
    fc.tuple(of, sent).map(([path, all]) => requestWith(registered, path, all));
  if (!hasAsync || !registered.topic) return [call(url)];
  const { method } = registered.route;
  const path = `/rest/async/bulk${registered.bulkPath}`;
  const named = fc.record(
    Object.fromEntries(registered.parameters.map(({ name, type }) => [name, values(type, name)])),
  );
  const items = fc.array(
    fc.tuple(named, sent).map((both) => Object.assign({}, ...both) as object),
    { minLength: 1, maxLength: 2 },
  );
  return [
    call(url),
    call(url.map((one) => one.replace('/V', '/async/V'))),
    items.map((all) => ({ method, path, body: JSON.stringify(all) })),
  ];
}
