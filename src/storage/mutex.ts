/** A lock for one holder at a time; callers get it in the order in which they asked. */
export class Mutex {
  #isHeld = false;
  readonly #waiting: (() => void)[] = [];

  /** Waits for the lock, `timeout` milliseconds at most; false when it did not get it. */
  async acquire(timeout: number): Promise<boolean> {
    if (!this.#isHeld) {
      this.#isHeld = true;
      return true;
    }
    return await new Promise<boolean>((resolve) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        resolve(false);
      }, timeout);
      this.#waiting.push(turn);
    });
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isHeld = false;
  }
}
