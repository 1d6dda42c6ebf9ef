import { distributionText, emptyDistribution, headText, measure } from './exposition.ts';

/** The labels of a completed request. `route` is the declared path, so that the number of series stays bounded. */
export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** Whether its duration includes waiting for something to happen. */
  readonly waits?: boolean;
}

/** Durations of requests, as a histogram in Prometheus' text format. */
interface RequestTimes {
  count(labels: RequestLabels, seconds: number): void;
  text(): string;
}

const NAME = 'souk_http_request_duration_seconds';
/** Upper bound of each bucket in seconds; a last one has all others. */
export const requestBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const head = { name: NAME, description: 'Time from the first byte of a request to its answer', unit: 's' };

interface Series extends RequestLabels {
  readonly times: ReturnType<typeof emptyDistribution>;
}

/** Counts requests, without a text of their labels for each. */
export function createRequestTimes(): RequestTimes {
  const all: Series[] = [];
  const byRoute = new Map<string, Series[]>();
  return {
    count({ method, route, status }, seconds) {
      let ofRoute = byRoute.get(route);
      if (!ofRoute) byRoute.set(route, (ofRoute = []));
      let series = ofRoute.find((one) => one.status === status && one.method === method);
      if (!series) {
        series = { method, route, status, times: emptyDistribution(requestBounds) };
        ofRoute.push(series);
        all.push(series);
      }
      measure(series.times, requestBounds, seconds);
    },
    text() {
      return all.length === 0 ? '' : headText(head, 'histogram') + all.map(textOf).join('');
    },
  };
}

function textOf({ method, route, status, times }: Series): string {
  return distributionText(NAME, `method="${method}",route="${route}",status="${status}"`, requestBounds, times);
}
