import { isRecord } from '../../kernel/fields.ts';
import { inspectJson, readList } from './json-file.ts';

/** A product as on the wire, not yet checked. */
type RawProduct = Readonly<Record<string, unknown>>;

/** The products of a file, read as they are asked for. */
interface ProductFile {
  readonly count: number;
  readonly products: AsyncIterable<RawProduct>;
}

/**
 * Opens a JSON file of products: a list, or an object with `items` or `products`. The file is read twice, so that one that is broken
 * at its end is refused before anything of it is taken, and never held as a whole.
 */
export async function openProducts(file: string): Promise<ProductFile> {
  const { itself, members } = await inspectJson(file);
  const [items = 'null', products = 'null'] = [members.get('items'), members.get('products')];
  const list = itself ?? (items === 'null' ? products : items);
  if (typeof list === 'string') throw new Error(`${file}: no list of products`);
  return { count: list.length, products: unwrapped(readList(file, list)) };
}

async function* unwrapped(list: AsyncIterable<unknown>): AsyncGenerator<RawProduct, void, undefined> {
  for await (const one of list) {
    const product = isRecord(one) && isRecord(one.product) ? one.product : one;
    yield isRecord(product) ? product : {};
  }
}
