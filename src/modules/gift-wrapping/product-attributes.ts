import type { Call } from '../../kernel/call.ts';
import { decimal, type Decimal } from '../../kernel/money.ts';
import type { ProductValues } from '../catalog/service.ts';
import type { AttributeSource, BroughtAttribute } from '../eav/service.ts';

const SOURCE = 'Magento\\GiftWrapping\\Model\\Product\\Attribute\\Source\\GiftWrappingAvailable';
const AVAILABLE = 'gift_wrapping_available';
const PRICE = 'gift_wrapping_price';

/** Whether units of a product may be wrapped; `config`: by the setting. */
const answers = { no: '0', yes: '1', config: '2' } as const;
/** Products that are not shipped cannot be wrapped. */
const apply_to = ['simple', 'configurable', 'bundle'];

const available: BroughtAttribute = {
  attribute_code: AVAILABLE,
  frontend_label: 'Allow Gift Wrapping',
  frontend_input: 'select',
  backend_type: 'varchar',
  source_model: SOURCE,
  scope: 'website',
  is_visible: true,
  apply_to,
  group: 'gift-options',
};

const price: BroughtAttribute = {
  attribute_code: PRICE,
  frontend_label: 'Price for Gift Wrapping',
  frontend_input: 'price',
  backend_type: 'decimal',
  scope: 'website',
  is_visible: true,
  apply_to,
  group: 'gift-options',
};

/** The product attributes for the permission and the price of wrapping. */
export const wrappingAttributes = {
  name: 'gift wrapping',
  entity: 'catalog_product',
  attributes: [available, price],
} as const;

/** The choices of `gift_wrapping_available`. */
export const availableSource: AttributeSource = {
  sourceModel: SOURCE,
  options: () =>
    Promise.resolve([
      { value: answers.yes, label: 'Yes' },
      { value: answers.no, label: 'No' },
      { value: answers.config, label: 'Use config' },
    ]),
};

/** The wrapping attributes of a product. */
interface ProductWrapping {
  /** Undefined: the setting decides. */
  readonly isAllowed: boolean | undefined;
  /** Per unit in any design, in the base currency; undefined: the design's price. */
  readonly price: Decimal | undefined;
}

/** The wrapping attributes among the values of a product. */
export function wrappingOfValues(values: ProductValues): ProductWrapping {
  const answer = String(values[AVAILABLE] ?? answers.config);
  const own = values[PRICE];
  return {
    isAllowed: answer === answers.yes ? true : answer === answers.no ? false : undefined,
    price: own == null ? undefined : decimal(Number(own)),
  };
}

/** The wrapping attributes of products in a store view, by id, in one query. */
export async function wrappingOfProducts(
  call: Call,
  productIds: readonly number[],
  storeId: number,
): Promise<ReadonlyMap<number, ProductWrapping>> {
  const wrappings = new Map<number, ProductWrapping>();
  for (const [id, product] of await call.services.catalog.productsById(call, [...new Set(productIds)], storeId)) {
    wrappings.set(id, wrappingOfValues(await call.services.catalog.values(call, product)));
  }
  return wrappings;
}
