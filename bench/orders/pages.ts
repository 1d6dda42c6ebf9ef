/** A page of a list that integrations ask for. */
export interface Page {
  readonly what: string;
  readonly path: string;
  /** Search criteria as a query. */
  readonly query: string;
}

type Filter = readonly [field: string, value: string, condition?: string];

function query(filters: readonly Filter[], sort?: string): string {
  const parts = filters.flatMap(([field, value, condition = 'eq'], i) => {
    const name = `searchCriteria[filter_groups][${i}][filters][0]`;
    return [
      `${name}[field]=${field}`,
      `${name}[value]=${encodeURIComponent(value)}`,
      `${name}[condition_type]=${condition}`,
    ];
  });
  const order = sort
    ? [`searchCriteria[sortOrders][0][field]=${sort}`, 'searchCriteria[sortOrders][0][direction]=DESC']
    : [];
  return [...parts, ...order, 'searchCriteria[pageSize]=20'].join('&');
}

/** The pages, for a shop of so many orders as `fillOrders` makes them. */
export function orderPages(orders: number): Page[] {
  const number = String(Math.ceil(orders / 2)).padStart(9, '0');
  const email: Filter = ['customer_email', 'buyer7@example.com'];
  // The last day and the last month of the two years that the orders are spread over.
  const [day, month] = ['2026-12-30 00:00:00', '2026-12-01 00:00:00'];
  const wishes: readonly (readonly [path: string, filters: readonly Filter[], sort?: string])[] = [
    ['/V1/orders', []],
    ['/V1/orders', [], 'created_at'],
    ['/V1/orders', [['status', 'pending']], 'created_at'],
    ['/V1/orders', [['status', 'complete']], 'created_at'],
    ['/V1/orders', [['status', 'complete']], 'entity_id'],
    ['/V1/orders', [['status', 'pending,processing', 'in']], 'created_at'],
    ['/V1/orders', [email], 'created_at'],
    ['/V1/orders', [email, ['status', 'complete']], 'entity_id'],
    ['/V1/orders', [['customer_email', 'buyer77%', 'like']], 'entity_id'],
    ['/V1/orders', [['increment_id', number]]],
    ['/V1/orders', [['created_at', day, 'gteq']], 'created_at'],
    ['/V1/orders', [['created_at', day, 'gteq']], 'entity_id'],
    [
      '/V1/orders',
      [
        ['status', 'processing'],
        ['created_at', month, 'gteq'],
      ],
      'created_at',
    ],
    [
      '/V1/orders',
      [
        ['status', 'processing'],
        ['created_at', month, 'gteq'],
      ],
      'entity_id',
    ],
    ['/V1/orders', [['updated_at', day, 'gteq']], 'updated_at'],
    ['/V1/orders/items', [['order_id', String(Math.ceil(orders / 2))]]],
    ...['/V1/invoices', '/V1/shipments', '/V1/creditmemos'].flatMap((path) => [
      [path, [], 'created_at'] as const,
      [path, [['increment_id', number]]] as const,
      [path, [['order_id', String(Math.ceil(orders / 2))]]] as const,
      [path, [['created_at', day, 'gteq']], 'created_at'] as const,
      [path, [['updated_at', day, 'gteq']], 'updated_at'] as const,
    ]),
  ];
  return wishes.map(([path, filters, sort]) => {
    const said = filters.map(
      ([field, value, type = 'eq']) => `${field} ${type}${value === 'complete' ? ' (most)' : ''}`,
    );
    const what = [path.slice(4), said.join(', '), sort && `by ${sort}`].filter(Boolean).join(' ');
    return { what, path, query: query(filters, sort) };
  });
}
