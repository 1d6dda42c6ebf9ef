import { conceal, hiddenFromReceivers, reveal } from '../../kernel/secrets.ts';
import type { Call } from '../../kernel/call.ts';
import type { CallArguments, Interception, Interceptor } from '../../kernel/interception.ts';
import type { RegisteredRoute } from '../../kernel/registry.ts';
import { bare } from '../../kernel/types.ts';
import { askBatches } from './ask.ts';
import type { Batch, MethodHooks } from './hooks.ts';
import { observersOfMutation, observersOfRoute, pluginName } from './methods.ts';
import type { HookedCall } from './hooked-call.ts';
import type { Observer } from './observers.ts';

/** Calls hooks before and after calls of routes, and of mutations with observers. */
export const interceptor: Interceptor = {
  ofRoute(platform, registered, call) {
    const { byMethod } = call.services.webhooks.hooks.current;
    if (byMethod.size === 0) return undefined;
    const hooks = byMethod.get(pluginName(registered));
    const observed = hooksOf(call, observersOfRoute(registered));
    if (!hooks && observed.length === 0) return undefined;
    const own = { platform, call, argument: undefined, fieldsOf: (argument: string) => fieldsOf(registered, argument) };
    return concealing(registered, withHooks(own, hooks, observed));
  },
  ofMutation(platform, name, call) {
    const { byMethod } = call.services.webhooks.hooks.current;
    if (byMethod.size === 0) return undefined;
    const observed = hooksOf(call, observersOfMutation(name));
    const [first] = observed;
    if (!first) return undefined;
    const own = { platform, call, argument: first.observer.mutations[name], fieldsOf: () => new Set<string>() };
    return withHooks(own, undefined, observed);
  },
};

interface ObservedHooks {
  readonly observer: Observer;
  readonly batches: readonly Batch[];
}

function hooksOf({ services }: Call, observers: readonly Observer[]): ObservedHooks[] {
  const { byMethod } = services.webhooks.hooks.current;
  return observers.flatMap((observer) => {
    const hooks = byMethod.get(`observer.${observer.name}`);
    return hooks ? [{ observer, batches: observer.isBefore ? hooks.before : hooks.after }] : [];
  });
}

function withHooks(
  own: Omit<HookedCall, 'input'>,
  hooks: MethodHooks | undefined,
  observed: readonly ObservedHooks[],
): Interception {
  const ask = <T>(batches: readonly Batch[], offered: T): Promise<T> =>
    askBatches(own.platform, own.call.services.webhooks.hooks.current, batches, offered);
  const observe = async (isBefore: boolean, input: CallArguments, answer: unknown): Promise<CallArguments> => {
    let changedInput = input;
    for (const { observer, batches } of observed) {
      if (observer.isBefore === isBefore)
        changedInput = await tellObserver({ ...own, input: changedInput }, observer, batches, answer, ask);
    }
    return changedInput;
  };
  return {
    async before(input) {
      const changedInput = hooks ? await ask(hooks.before, input) : input;
      return observe(true, changedInput, undefined);
    },
    async after(input, answer) {
      const { result } = hooks ? await ask(hooks.after, { ...input, result: answer }) : { result: answer };
      await observe(false, input, result);
      return result;
    },
  };
}

type Ask = <T>(batches: readonly Batch[], offered: T) => Promise<T>;

async function tellObserver(
  hooked: HookedCall,
  { name, tell }: Observer,
  batches: readonly Batch[],
  answer: unknown,
  ask: Ask,
): Promise<CallArguments> {
  const { data, used } = await tell(hooked, answer);
  const changed: CallArguments[] = [];
  let isChanged = false;
  for (const one of data) {
    const offered = { eventName: name, data: one };
    const response = await ask(batches, offered);
    isChanged ||= response !== offered;
    changed.push(response.data);
  }
  return isChanged && used ? used(changed) : hooked.input;
}

/** Hides secrets from hooks: payloads have masks, and the call continues with the real values. */
function concealing({ route }: RegisteredRoute, inner: Interception): Interception {
  const { input: types, output } = route;
  return {
    async before(input) {
      const { open, secrets } = conceal(types, input, hiddenFromReceivers);
      const changedInput = await inner.before(open);
      return changedInput === open ? input : reveal({ open: changedInput, secrets });
    },
    async after(input, answer) {
      const concealedAnswer = conceal({ answer: output }, { answer }, hiddenFromReceivers);
      const changedAnswer = await inner.after(
        conceal(types, input, hiddenFromReceivers).open,
        concealedAnswer.open.answer,
      );
      return changedAnswer === concealedAnswer.open.answer
        ? answer
        : reveal({ open: { answer: changedAnswer }, secrets: concealedAnswer.secrets }).answer;
    },
  };
}

function fieldsOf({ route }: RegisteredRoute, argument: string): ReadonlySet<string> {
  const type = route.input[argument];
  const shape = type && bare(type);
  return new Set(shape?.kind === 'object' ? Object.keys(shape.fields) : []);
}
