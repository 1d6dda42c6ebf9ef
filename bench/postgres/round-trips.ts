/**
 * Counts round trips in sequence: what is sent before an answer has come belongs to the same one, on whichever connection. So the
 * count, times the distance, is what a caller has waited for the network, if nobody else calls meanwhile.
 */
export class RoundTrips {
  #answered = 0;

  /** The longest sequence so far: each of its questions came after the answer to the one before it. */
  get inSequence(): number {
    return this.#answered;
  }

  /** What passes on one connection is told of here. */
  connection(): { asked(): void; answered(): void } {
    let asked = 0;
    return {
      asked: () => void (asked = this.#answered + 1),
      answered: () => void (this.#answered = Math.max(this.#answered, asked)),
    };
  }
}
