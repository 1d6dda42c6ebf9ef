import { currentSpan, inSpan, runAt, type Span, type TracedRequest } from '../../kernel/tracing.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import type { ArrivedRequest, RequestDoor, RequestWatch } from '../../kernel/request-watch.ts';
import { isSampled } from './spans.ts';

/** The span of a request with what becomes known of it. */
interface RequestSpan {
  readonly root: Span;
  readonly arrived: ArrivedRequest;
  /** Masks the secrets of a path. */
  readonly maskPath: (path: string) => { readonly path: string };
}

/** Methods that have a name of their own in traces; all others share one. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);
/** Longest path of a span, in characters. */
const LONGEST_PATH = 512;
const prefixes: Readonly<Record<RequestDoor, string>> = { call: '', graphql: '', async: '/async', bulk: '/async/bulk' };

/** The method of a request for spans. */
export function tracedMethod(method: string): string {
  return methods.has(method) ? method : '_OTHER';
}

/** Follows a request by spans: one for it, and one for each stage of its call. */
export function traceRequest({ root, arrived, maskPath }: RequestSpan): TracedRequest {
  const method = tracedMethod(arrived.method);
  const place: { current: Span; watch?: RequestWatch } = { current: root };
  const stages = createStages(root, (stage) => (place.current = stage));
  let hasRoute = false;
  const name = (route: string): void => {
    hasRoute = true;
    root.set({ 'http.route': route });
    root.rename(`${method} ${route}`);
  };
  if (isSampled(root)) {
    place.watch = watchStages(root, stages, (door, registered) => {
      if (!registered) return;
      name(prefixes[door] + registered.route.path);
      // Of an unknown route any part may be a secret; of a guest's or a customer's own, such as the id of a cart, parameters are.
      if (registered.route.access.kind !== 'acl') return;
      const [path = ''] = arrived.url.split('?', 1);
      root.set({ 'url.path': maskPath(path).path.slice(0, LONGEST_PATH) });
    });
    stages.begin('authenticate');
  }
  return {
    watch: place.watch,
    run: (work) => runAt(place, work),
    end(status, route) {
      stages.end();
      if (!hasRoute && route !== undefined) name(route);
      root.set({ 'http.response.status_code': status });
      if (status >= 500) root.fail(String(status));
      root.end();
    },
  };
}

/** The stages of a call, one at a time. */
interface CallStages {
  readonly name: string;
  begin(name: string): Span;
  end(): void;
}

function createStages(root: Span, onBegin: (stage: Span) => void): CallStages {
  let name = '';
  let stage: Span | undefined;
  return {
    get name() {
      return name;
    },
    begin(next) {
      stage?.end();
      name = next;
      stage = root.child(next);
      onBegin(stage);
      return stage;
    },
    end() {
      stage?.end();
      onBegin(root);
    },
  };
}

function watchStages(
  root: Span,
  stages: CallStages,
  found: (door: RequestDoor, registered: RegisteredRoute | undefined) => void,
): RequestWatch {
  return {
    found,
    received: () => {},
    identified(call) {
      root.set({ 'souk.caller.type': call.caller.type, 'souk.store': call.scope.code ?? 'default' });
      // A GraphQL query gets a second call when it is performed.
      return (stages.name === 'perform' ? root : stages.begin('admit')).watched(call);
    },
    admitted: () => void stages.begin('decode'),
    decoded: async () => void stages.begin('perform'),
    ended: async (_, failure) => {
      if (failure !== undefined) currentSpan()?.fail(failure);
      stages.begin('respond');
    },
    encoding: (encode) => (value) => inSpan('encode', {}, async () => await encode(value)),
    answeredFromCache: () => root.set({ 'souk.cached': true }),
    executed(_, result, label) {
      const [type = '', ...names] = label.split(' ');
      root.set({ 'graphql.operation.type': type, 'souk.graphql.result': result });
      if (names.length > 0) root.set({ 'graphql.operation.name': names.join(' ') });
    },
    answers: () => {},
    sends: () => {},
    closed: () => {},
  };
}
