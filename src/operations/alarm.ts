/** Wakes work that sleeps until there may be something to do. */
interface Alarm {
  /** Resolves after so many milliseconds, when the alarm rings, or when `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Wakes all who sleep now. */
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
