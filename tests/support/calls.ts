import type { Call } from '../../src/kernel/call.ts';

/** A call at another time; what it opens is at the present again. */
export function callAt(call: Call, now: () => Date): Call {
  return new Proxy(call, {
    get(target, name) {
      if (name === 'clock') return { now };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
