import type { ComponentType } from 'preact';
import type { Session } from '../../session.ts';
import type { ProductTabProperties } from './product-tab.ts';
import { t } from '../../texts/text.ts';

/** A part of a product with an address of its own. */
interface ProductTab {
  /** The last part of its address; empty: the first tab. */
  readonly name: string;
  readonly title: string;
  /** Whether its values differ by store view. */
  readonly isScoped: boolean;
  /** Whether products of a type have the part. */
  isOf(type: string): boolean;
  /** Whether the caller may open it. */
  isOpen(session: Pick<Session, 'may'>): boolean;
  load(): Promise<{ default: ComponentType<ProductTabProperties> }>;
}

/** Types that consist of other products, which have the prices and the stock. */
const composite = new Set(['configurable', 'grouped', 'bundle']);
const every = (): boolean => true;
const mayReadCatalog = ({ may }: Pick<Session, 'may'>): boolean => may('Magento_Catalog::catalog');

/** The tabs of a product in their order. */
export const productTabs: readonly ProductTab[] = [
  {
    name: '',
    title: t('Attributes'),
    isScoped: true,
    isOf: every,
    isOpen: every,
    load: async () => ({ default: (await import('./product-form.tsx')).ProductAttributes }),
  },
  {
    name: 'places',
    title: t('Categories and websites'),
    isScoped: false,
    isOf: every,
    isOpen: ({ may }) => may('Magento_Catalog::categories') || may('Magento_Backend::store'),
    load: async () => ({ default: (await import('./places.tsx')).ProductPlaces }),
  },
  {
    name: 'variations',
    title: t('Variations'),
    isScoped: false,
    isOf: (type) => type === 'configurable',
    isOpen: ({ may }) => may('Magento_Catalog::products') && may('Magento_Catalog::sets'),
    load: async () => ({ default: (await import('./product-variations.tsx')).ProductVariations }),
  },
  {
    name: 'parts',
    title: t('Products of the group'),
    isScoped: false,
    isOf: (type) => type === 'grouped',
    isOpen: mayReadCatalog,
    load: async () => ({ default: (await import('./parts.tsx')).GroupedParts }),
  },
  {
    name: 'bundle',
    title: t('Bundle options'),
    isScoped: false,
    isOf: (type) => type === 'bundle',
    isOpen: mayReadCatalog,
    load: async () => ({ default: (await import('./bundle-options.tsx')).BundleOptions }),
  },
  {
    name: 'amounts',
    title: t('Amounts'),
    isScoped: false,
    isOf: (type) => type === 'giftcard',
    isOpen: mayReadCatalog,
    load: async () => ({ default: (await import('./card-amounts.tsx')).GiftCardAmounts }),
  },
  {
    name: 'pictures',
    title: t('Pictures'),
    isScoped: true,
    isOf: every,
    isOpen: mayReadCatalog,
    load: async () => ({ default: (await import('./pictures.tsx')).ProductPictures }),
  },
  {
    name: 'tier-prices',
    title: t('Tier prices'),
    isScoped: false,
    isOf: (type) => !composite.has(type) || type === 'bundle',
    isOpen: mayReadCatalog,
    load: async () => ({ default: (await import('./tier-prices.tsx')).ProductTierPrices }),
  },
  {
    name: 'stock',
    title: t('Stock'),
    isScoped: false,
    isOf: (type) => !composite.has(type),
    isOpen: ({ may }) => may('Magento_InventoryApi::source') || may('Magento_Catalog::catalog_inventory'),
    load: async () => ({ default: (await import('./stock.tsx')).ProductStock }),
  },
  {
    name: 'links',
    title: t('Links'),
    isScoped: false,
    isOf: every,
    isOpen: mayReadCatalog,
    load: async () => ({ default: (await import('./links.tsx')).ProductLinks }),
  },
  {
    name: 'options',
    title: t('Options'),
    isScoped: true,
    isOf: (type) => type !== 'grouped',
    isOpen: mayReadCatalog,
    load: async () => ({ default: (await import('./options.tsx')).ProductOptions }),
  },
];
