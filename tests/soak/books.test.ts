import { describe, expect, it } from 'vitest';
import { orderItems, ordersOnce, stockAddsUp, type ListedOrder } from '../../bench/soak/books.ts';
import { STOCK } from '../../bench/soak/shop.ts';

const order = (number: number, email: string, items: ListedOrder['items']): ListedOrder => ({
  increment_id: `00000000${number}`,
  customer_email: email,
  items,
});
const two = [{ sku: 'soak-1', qty_ordered: 2 }];
const placed = (emails: Record<string, boolean>) => ({
  orders: new Map(
    Object.entries(emails).map(([email, isConfirmed]) => [email, { items: { 'soak-1': 2 }, isConfirmed }]),
  ),
});

describe('the books of orders', () => {
  it('are right where each confirmed order is there once, and one in doubt or not', () => {
    const ledger = placed({ a: true, doubted: false, gone: false });
    expect(ordersOnce(ledger, [order(1, 'a', two), order(2, 'doubted', two)])).toMatchObject({
      count: 3,
      wrongCount: 0,
    });
  });

  it('tell of what is lost, doubled, refused and yet there, and numbered twice', () => {
    const ledger = placed({ a: true, b: true });
    const listed = [order(1, 'b', two), order(2, 'b', two), order(3, 'refused', two), order(3, 'refused', two)];
    expect(ordersOnce(ledger, listed).wrong).toEqual([
      'a is lost',
      'b has 2 orders',
      'refused has 2 orders',
      'refused was refused and has an order',
      '000000003 was given twice',
    ]);
  });

  it('tell of orders with something else than was in their carts', () => {
    const ledger = placed({ a: true, b: true, c: true });
    const listed = [
      order(1, 'a', two),
      order(2, 'b', [{ sku: 'soak-1', qty_ordered: 3 }]),
      order(3, 'c', [...two, { sku: 'soak-2', qty_ordered: 1 }]),
    ];
    expect(orderItems(ledger, listed).wrong).toEqual(['000000002', '000000003']);
  });
});

describe('the books of stock', () => {
  const listed = [
    order(1, 'a', [{ sku: 'soak-1', qty_ordered: 3, qty_refunded: 1 }]),
    order(2, 'b', [{ sku: 'soak-1', qty_ordered: 2, qty_canceled: 2 }]),
  ];

  it('are right where what can be sold is what there was less what was bought and stayed bought', () => {
    expect(
      stockAddsUp(
        listed,
        new Map([
          ['soak-1', STOCK - 2],
          ['soak-2', STOCK],
        ]),
      ),
    ).toMatchObject({ count: 2, wrongCount: 0 });
  });

  it('tell of every product that has one piece too many or too few', () => {
    const { wrong } = stockAddsUp(
      listed,
      new Map([
        ['soak-1', STOCK - 1],
        ['soak-2', STOCK - 1],
      ]),
    );
    expect(wrong).toEqual([
      `soak-1: ${STOCK - 1} can be sold, expected ${STOCK - 2}`,
      `soak-2: ${STOCK - 1} can be sold, expected ${STOCK}`,
    ]);
  });
});
