/** Requests and failures by route. */
export type RouteCounts = Record<string, [requests: number, failed: number]>;

/** Routes of a sample that are named; the others are counted together. */
const NAMED = 50;

/** The busiest routes, and all others as one. */
export function namedRoutes(routes: RouteCounts): RouteCounts {
  const sorted = Object.entries(routes).sort(([, one], [, other]) => other[0] - one[0]);
  const named: RouteCounts = Object.fromEntries(sorted.slice(0, NAMED));
  addRoutes(named, Object.fromEntries(sorted.slice(NAMED)), 'other');
  return named;
}

/** Adds counts of routes, under one name where `together` gives it. */
export function addRoutes(routes: RouteCounts, more: RouteCounts, together?: string): void {
  for (const [route, [requests, failed]] of Object.entries(more)) {
    const sum = (routes[together ?? route] ??= [0, 0]);
    sum[0] += requests;
    sum[1] += failed;
  }
}
