import { admitTrusted } from '../execution/admit.ts';
import { decode } from '../execution/decode.ts';
import { perform } from '../execution/life.ts';
import { planOf } from '../execution/plan.ts';
import { collectStreams, hasStream } from '../kernel/encode.ts';
import type { CallRoute } from '../kernel/demo.ts';
import type { Platform } from '../kernel/platform.ts';
import type { RegisteredRoute } from '../kernel/registry.ts';

/**
 * A caller within the process who may do everything, for what fills an installation. Of several routes for an operation it takes
 * the first that takes nothing from elsewhere than `input`.
 */
export function routeCaller(platform: Platform): CallRoute {
  const { registry } = platform;
  return async (service, operation, input = {}) => {
    const isMeant = ({ route, parameters }: RegisteredRoute): boolean =>
      route.service === service &&
      route.operation === operation &&
      route.forced === undefined &&
      parameters.every(({ name }) => name in input);
    const found = registry.routes.find(isMeant);
    if (!found) throw new Error(`no route for ${service}.${operation} in this edition`);
    const admitted = admitTrusted(platform, planOf(registry, found));
    const decoded = await decode(admitted, { path: {}, rest: input }, 'trusted');
    const answer = await perform(admitted, decoded, (value) => value);
    return hasStream(answer) ? collectStreams(answer) : answer;
  };
}
