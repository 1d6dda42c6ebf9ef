/** The labels of a completed request. `route` is the declared path, so that the number of series stays bounded. */
export interface RequestLabels {
  readonly method: string;
  readonly route: string;
  readonly status: number;
}

/** Durations of requests, as a histogram in Prometheus' text format. */
interface RequestTimes {
  count(labels: RequestLabels, seconds: number): void;
  text(): string;
}

const NAME = 'souk_http_request_duration_seconds';
/** Upper bound of each bucket in seconds; a last one has all others. */
const bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Series extends RequestLabels {
  readonly buckets: number[];
  count: number;
  sum: number;
}

/** Counts every request by hand: the library would serialize its labels each time. */
export function createRequestTimes(): RequestTimes {
  const all: Series[] = [];
  const byRoute = new Map<string, Series[]>();
  return {
    count({ method, route, status }, seconds) {
      let ofRoute = byRoute.get(route);
      if (!ofRoute) byRoute.set(route, (ofRoute = []));
      let series = ofRoute.find((one) => one.status === status && one.method === method);
      if (!series) {
        series = { method, route, status, buckets: Array<number>(bounds.length + 1).fill(0), count: 0, sum: 0 };
        ofRoute.push(series);
        all.push(series);
      }
      const bucket = bounds.findIndex((bound) => seconds <= bound);
      series.buckets[bucket < 0 ? bounds.length : bucket]! += 1;
      series.count += 1;
      series.sum += seconds;
    },
    text() {
      if (all.length === 0) return '';
      const head = `# HELP ${NAME} Time from the first byte of a request to its answer\n# UNIT ${NAME} s\n# TYPE ${NAME} histogram\n`;
      return head + all.map(textOf).join('');
    },
  };
}

function textOf({ method, route, status, buckets, count, sum }: Series): string {
  const labels = `method="${method}",route="${route}",status="${status}"`;
  let text = `${NAME}_count{${labels}} ${count}\n${NAME}_sum{${labels}} ${sum}\n`;
  let within = 0;
  buckets.forEach((number, i) => {
    within += number;
    text += `${NAME}_bucket{${labels},le="${bounds[i] ?? '+Inf'}"} ${within}\n`;
  });
  return text;
}
