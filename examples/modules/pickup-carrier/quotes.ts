/** Milliseconds for one attempt; a cart waits for all of them. */
const ATTEMPT_LIMIT = 500;
const ATTEMPTS = 2;
/** Milliseconds for which a price is used again, and the largest number of them. */
const LIFETIME = 60_000;
const MOST_PRICES = 1000;

interface Destination {
  readonly countryId: string;
  readonly postcode: string;
}

const prices = new Map<string, { readonly price: number; readonly until: number }>();

/** The price of a pickup in the base currency, from `GET <address>?country=…&postcode=…`; undefined while the service fails. */
export async function quoteFrom(address: string, { countryId, postcode }: Destination): Promise<number | undefined> {
  const url = new URL(address);
  url.searchParams.set('country', countryId);
  url.searchParams.set('postcode', postcode);
  const known = prices.get(url.href);
  if (known && known.until > Date.now()) return known.price;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const price = await ask(url).catch(() => undefined);
    if (price === undefined) continue;
    if (prices.size >= MOST_PRICES) prices.clear();
    prices.set(url.href, { price, until: Date.now() + LIFETIME });
    return price;
  }
  return undefined;
}

async function ask(url: URL): Promise<number | undefined> {
  const response = await fetch(url, { signal: AbortSignal.timeout(ATTEMPT_LIMIT) });
  const body: unknown = response.ok ? await response.json() : undefined;
  const price = typeof body === 'object' && body !== null && 'price' in body ? body.price : undefined;
  return typeof price === 'number' && price >= 0 ? price : undefined;
}
