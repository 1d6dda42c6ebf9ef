/** An alarm for work that sleeps until a timeout or a wake-up. */
interface Alarm {
  /** Resolves after this time, when the alarm rings, or when `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Wakes all sleepers. */
  ring(): void;
}

/** Makes an alarm. */
export function createAlarm(): Alarm {
  const sleepers = new Set<() => void>();
  return {
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          sleepers.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, milliseconds);
        sleepers.add(wake);
        signal.addEventListener('abort', wake);
        if (signal.aborted) wake();
      }),
    ring() {
      for (const wake of sleepers) wake();
    },
  };
}
