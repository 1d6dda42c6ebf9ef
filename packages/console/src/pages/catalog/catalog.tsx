import { lazy, useLocation } from 'preact-iso';
import { catalogEntities } from '../../records/catalog.ts';
import { EntitySection } from '../../records/entity-section.tsx';
import { EntityTabs } from '../../records/entity-tabs.tsx';
import { useSession } from '../../session.ts';
import { ProductList } from './product-list.tsx';

const ProductPage = lazy(async () => ({ default: (await import('./product.tsx')).ProductPage }));

const place = '/console/catalog';
const products = { title: 'Products', address: place };

/** Products: the list, or one of them at `/console/catalog/products/mug`; and their attributes and sets. */
export function Catalog() {
  const { path } = useLocation();
  const { may } = useSession();
  const [, , , section = '', id = ''] = path.split('/');
  if (section === 'products' && id !== '') return <ProductPage key={id} sku={decodeURIComponent(id)} />;
  const mayReadProducts = may('Magento_Catalog::products');
  if (section === '' && mayReadProducts) {
    const others = catalogEntities
      .filter(({ permission }) => may(permission))
      .map(({ name, title }) => ({ title, address: `${place}/${name}` }));
    return <ProductList head={<EntityTabs tabs={[products, ...others]} current={place} />} />;
  }
  return <EntitySection place={place} entities={catalogEntities} before={mayReadProducts ? [products] : []} />;
}
