import { expect } from 'vitest';
import { setTimeout as pause } from 'node:timers/promises';
import { accept, notes, operationsOf, type TestPlatform } from '../operations/platform.ts';
import { ENTITIES, inputsOf, isSlow, ITEMS, pathOf } from './traffic-plan.ts';

/** Bulks sent while something fails. */
export interface Traffic {
  /** Those of which the platform said that they are accepted, by number. */
  readonly accepted: ReadonlyMap<number, string>;
  readonly refused: ReadonlySet<number>;
  stop(): Promise<void>;
}

/** Sends bulk after bulk; `mark` names their entities. */
export function startTraffic(platform: TestPlatform, mark: string, interval = 5): Traffic {
  const accepted = new Map<number, string>();
  const refused = new Set<number>();
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    for (let bulk = 0; !stopping.signal.aborted; bulk++) {
      try {
        accepted.set(bulk, await accept(platform, inputsOf(mark, bulk), pathOf(bulk)));
      } catch {
        refused.add(bulk);
      }
      await pause(interval);
    }
  };
  const ended = run();
  return {
    accepted,
    refused,
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

/**
 * Checks that every operation of the accepted bulks is complete, and that its effect is there once, in order, without any of
 * the refused ones. Bulks that were neither (their process died first) are there whole or not at all.
 */
export async function expectExactlyOnce(
  platform: TestPlatform,
  mark: string,
  { accepted, refused }: { accepted: ReadonlyMap<number, string>; refused?: ReadonlySet<number> },
): Promise<void> {
  const found = new Map<number, string[]>();
  for (const [sku, text] of Object.entries(await notes(platform))) {
    const [owner, bulk, entity] = sku.split('.');
    if (owner !== mark) continue;
    const number = Number(bulk);
    found.set(number, [...(found.get(number) ?? []), text]);
    const rounds = isSlow(number) ? 1 : ITEMS / ENTITIES;
    const expected = Array.from({ length: rounds }, (_, round) => `[${round * ENTITIES + Number(entity)}]`).join('');
    expect(text, sku).toBe(expected);
  }
  for (const [bulk, uuid] of accepted) {
    const operations = await operationsOf(platform, uuid);
    expect(new Set(operations.map(({ status }) => status)), `${mark} ${bulk}`).toEqual(new Set([1]));
    // Whenever its process died: what is complete has its answer.
    const answers = operations.map(({ result_serialized_data }) => result_serialized_data ?? '');
    expect(answers.filter((answer) => !answer.includes('"notes":"['))).toEqual([]);
  }
  expect([...accepted.keys()].filter((bulk) => found.get(bulk)?.length !== ENTITIES)).toEqual([]);
  expect([...found].filter(([, entities]) => entities.length !== ENTITIES)).toEqual([]);
  expect([...(refused ?? [])].filter((bulk) => found.has(bulk))).toEqual([]);
}
