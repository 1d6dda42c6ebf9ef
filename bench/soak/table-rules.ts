/**
 * Tables of business records, which nothing removes: with what they grow (a count of the load), and how many rows each of these may
 * bring. What is not listed here has to be bounded by its retention, or by what is taken away again.
 */
export const tableRules: Readonly<Record<string, { readonly per: string; readonly atMost: number }>> = {
  sales_order: { per: 'orders', atMost: 1 },
  sales_order_item: { per: 'orders', atMost: 4 },
  sales_invoice: { per: 'invoices', atMost: 1 },
  sales_shipment: { per: 'shipments', atMost: 1 },
  sales_shipment_track: { per: 'shipments', atMost: 1 },
  sales_creditmemo: { per: 'refunds', atMost: 1 },
  sales_payment_transaction: { per: 'invoices', atMost: 1 },
  salesrule_coupon_usage: { per: 'orders', atMost: 4 },
  salesrule_customer: { per: 'orders', atMost: 4 },
  customer_entity: { per: 'customers', atMost: 1 },
  customer_secret: { per: 'customers', atMost: 1 },
  customer_address: { per: 'orders', atMost: 2 },
  newsletter_subscriber: { per: 'customers', atMost: 1 },
  wishlist: { per: 'customers', atMost: 1 },
  // Kept for a day by the machine's clock: a row every ten seconds and one for each start.
  overview_sample: { per: 'seconds', atMost: 0.4 },
  reward: { per: 'customers', atMost: 1 },
  reward_history: { per: 'orders', atMost: 3 },
  reward_earning: { per: 'orders', atMost: 2 },
};
