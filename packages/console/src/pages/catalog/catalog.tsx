import { lazy, useLocation } from 'preact-iso';
import { ProductList } from './product-list.tsx';

const ProductPage = lazy(async () => ({ default: (await import('./product.tsx')).ProductPage }));

/** Products: the list, or one of them at `/console/catalog/products/mug`. */
export function Catalog() {
  const { path } = useLocation();
  const [, , , , sku = ''] = path.split('/');
  return sku === '' ? <ProductList /> : <ProductPage key={sku} sku={decodeURIComponent(sku)} />;
}
