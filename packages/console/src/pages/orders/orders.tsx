import { lazy, useLocation } from 'preact-iso';
import { OrderList } from './order-list.tsx';

const OrderPage = lazy(async () => ({ default: (await import('./order.tsx')).OrderPage }));
const NewOrder = lazy(async () => ({ default: (await import('./new-order.tsx')).NewOrder }));

/** Orders: the list, one of them at `/console/orders/7`, or a new one. */
export function Orders() {
  const { path } = useLocation();
  const [, , , id = ''] = path.split('/');
  if (id === 'new') return <NewOrder />;
  return /^\d+$/.test(id) ? <OrderPage key={path} id={Number(id)} /> : <OrderList />;
}
