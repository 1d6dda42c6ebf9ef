/** Fails. */
export function mount() {
  throw new TypeError('the needle is stuck');
}
