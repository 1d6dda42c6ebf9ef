import { lazy, useLocation } from 'preact-iso';
import { OrderList } from './order-list.tsx';

const OrderPage = lazy(async () => ({ default: (await import('./order.tsx')).OrderPage }));

/** Orders: the list, or one of them at `/console/orders/7`. */
export function Orders() {
  const { path } = useLocation();
  const [, , , id = ''] = path.split('/');
  return /^\d+$/.test(id) ? <OrderPage key={path} id={Number(id)} /> : <OrderList />;
}
