import { lazy, useLocation } from 'preact-iso';
import { catalogEntities } from '../../records/catalog.ts';
import { EntitySection } from '../../records/entity-section.tsx';
import { EntityTabs } from '../../records/entity-tabs.tsx';
import { useSession } from '../../session.ts';
import { ProductList } from './product-list.tsx';
import { t } from '../../texts/text.ts';

const ProductPage = lazy(async () => ({ default: (await import('./product.tsx')).ProductPage }));

const Categories = lazy(async () => ({ default: (await import('../categories/categories.tsx')).Categories }));
const Reviews = lazy(async () => ({ default: (await import('../reviews/reviews.tsx')).Reviews }));

const place = '/console/catalog';
const products = { title: t('Products'), address: place };
const categories = { title: t('Categories'), address: `${place}/categories` };
const reviews = { title: t('Reviews'), address: `${place}/reviews` };
const ownTabs = [
  [products, 'Magento_Catalog::products'],
  [categories, 'Magento_Catalog::categories'],
  [reviews, 'Magento_Review::reviews_all'],
] as const;

/** Products: the list, or one of them at `/console/catalog/products/mug`; categories; reviews; attributes of products and their sets. */
export function Catalog() {
  const { path } = useLocation();
  const { may } = useSession();
  const [, , , section = '', id = '', tab = ''] = path.split('/');
  if (section === 'products' && id !== '') return <ProductPage key={id} sku={decodeURIComponent(id)} tab={tab} />;
  const own = ownTabs.flatMap(([tab, permission]) => (may(permission) ? [tab] : []));
  const others = catalogEntities
    .filter(({ permission }) => may(permission))
    .map(({ name, title }) => ({ title, address: `${place}/${name}` }));
  const head = (current: string) => <EntityTabs tabs={[...own, ...others]} current={current} />;
  if (section === 'categories' || (section === '' && own[0] === categories)) {
    return <Categories id={id === '' ? undefined : Number(id)} head={head(categories.address)} />;
  }
  if (section === 'reviews' || (section === '' && own[0] === reviews)) return <Reviews head={head(reviews.address)} />;
  if (section === '' && own[0] === products) return <ProductList head={head(place)} />;
  return <EntitySection place={place} entities={catalogEntities} before={own} />;
}
