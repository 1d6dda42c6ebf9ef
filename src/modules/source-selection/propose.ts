import type { Call } from '../../kernel/call.ts';
import { PlatformError } from '../../kernel/errors.ts';
import { decimal } from '../../kernel/money.ts';
import type { SourceOutput } from '../multi-source-inventory/types.ts';
import { allocate, type Allocation } from './allocate.ts';
import { distanceProvider } from './distance/distances.ts';
import type { DistanceProvider, PostalAddress } from './distance/provider.ts';
import type { Point } from './distance/point.ts';
import { sourceSelectionErrors } from './errors.ts';

/** A SKU and its requested quantity. */
interface WantedItem {
  readonly sku: string;
  readonly qty: number;
}

/** Proposed quantities by source; `isShippable`: whether they cover the request. */
export interface Proposal {
  readonly items: readonly Allocation[];
  readonly isShippable: boolean;
}

/**
 * Proposes enabled sources of a stock for a request: by priority, or by distance from an address. Sources at an unknown
 * distance come last, by priority. Items with status "out of stock" are skipped. The proposal is empty for a missing
 * stock. Two queries, and the provider's for a distance. Throws 400 for a negative quantity.
 */
export async function proposeSources(
  call: Call,
  stockId: number,
  items: readonly WantedItem[],
  address?: PostalAddress,
): Promise<Proposal> {
  const { catalog, multiSource } = call.services;
  const quantities = new Map<string, number>();
  for (const { sku, qty } of items) {
    if (qty < 0) throw sourceSelectionErrors.negative([sku]);
    const key = catalog.foldSku(sku);
    quantities.set(
      key,
      decimal(quantities.get(key) ?? 0)
        .plus(qty)
        .toNumber(),
    );
  }
  const enabled = (await multiSource.sourcesByPriority(call, stockId)).filter((source) => source.enabled);
  const sources = address ? await byDistance(call, enabled, address) : enabled;
  const codes = sources.map((source) => source.source_code);
  const there = await multiSource.itemsOfSkus(call, codes, [...quantities.keys()]);
  const bySource = Map.groupBy(
    there.filter(({ status }) => status === 1),
    ({ source_code }) => source_code,
  );
  const ordered = codes.flatMap((source) =>
    (bySource.get(source) ?? []).map(({ sku, quantity }) => ({
      source,
      sku,
      key: catalog.foldSku(sku),
      qty: quantity,
    })),
  );
  const { items: allocated, isComplete } = allocate(ordered, quantities);
  return { items: allocated, isShippable: isComplete };
}

/** Sources with the nearest first; unchanged if the provider has no result or fails. */
async function byDistance<S extends SourceOutput>(
  call: Call,
  sources: readonly S[],
  address: PostalAddress,
): Promise<readonly S[]> {
  const provider = distanceProvider(call);
  const distances = await distancesTo(call, provider, sources, address).catch((error: unknown) => {
    if (error instanceof PlatformError) return new Map<SourceOutput, number>();
    throw error;
  });
  const distanceOf = (source: SourceOutput): number => distances.get(source) ?? Infinity;
  return sources.toSorted((a, b) => {
    const [one, other] = [distanceOf(a), distanceOf(b)];
    return one === other ? 0 : one - other;
  });
}

/** Distances of sources from the nearest possible point of an address. Sources at an unknown distance are omitted. */
async function distancesTo(
  call: Call,
  provider: DistanceProvider,
  sources: readonly SourceOutput[],
  address: PostalAddress,
): Promise<ReadonlyMap<SourceOutput, number>> {
  const unplaced = sources.filter((source) => !pointOf(source));
  const [targets = [], ...found] = await provider.locate(call, [address, ...unplaced.map(addressOf)]);
  const places = new Map(unplaced.map((source, i) => [source, found[i]?.[0]]));
  const placed = sources.flatMap((source) => {
    const point = pointOf(source) ?? places.get(source);
    return point ? [{ source, point }] : [];
  });
  const points = placed.map(({ point }) => point);
  const lengths = await Promise.all(targets.map((target) => provider.distances(call, points, target)));
  return new Map(
    placed.flatMap(({ source }, i) => {
      const known = lengths.flatMap((of) => of[i] ?? []);
      return known.length > 0 ? [[source, Math.min(...known)]] : [];
    }),
  );
}

/** The stored position of a source. 0 and 0 are the default source's values, and not a position. */
function pointOf({ latitude, longitude }: SourceOutput): Point | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  return latitude === 0 && longitude === 0 ? undefined : { lat: latitude, lng: longitude };
}

function addressOf({ country_id, postcode, street, region, city }: SourceOutput): PostalAddress {
  return {
    country: country_id ?? '',
    postcode: postcode ?? '',
    street: street ?? '',
    region: region ?? '',
    city: city ?? '',
  };
}
