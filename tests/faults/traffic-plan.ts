/** Items of a bulk, and entities that they concern: each entity gets several notes, whose order shows. */
export const ITEMS = 60;
export const ENTITIES = 12;

/** The arguments of a bulk. */
export function inputsOf(mark: string, bulk: number): Record<string, unknown>[] {
  return Array.from({ length: isSlow(bulk) ? ENTITIES : ITEMS }, (_, item) => ({
    note: { sku: `${mark}.${bulk}.${item % ENTITIES}`, text: `[${item}]` },
  }));
}

/** Every fourth bulk calls a route that opens its transactions itself. */
export function pathOf(bulk: number): { path: string } {
  return { path: isSlow(bulk) ? '/V1/counters/slow' : '/V1/counters' };
}

/** Whether a bulk's operations open their own transactions. */
export function isSlow(bulk: number): boolean {
  return bulk % 4 === 3;
}
