import type { CallRoute, Demo } from '../../kernel/demo.ts';

const management = 'rmaRmaManagementV1';

/** The steps of each return of the demo, and the shop's comment on it. */
const plans: readonly { readonly steps: readonly string[]; readonly comment: string }[] = [
  { steps: [], comment: 'The buyer asks whether the parcel may be left at the shop.' },
  { steps: ['authorized'], comment: 'A label was sent along.' },
  { steps: ['authorized', 'received', 'approved'], comment: 'Arrived unopened.' },
];

interface DemoOrder {
  readonly entity_id: number;
  readonly state: string;
  readonly items: readonly DemoItem[];
}

interface DemoItem {
  readonly item_id: number;
  readonly product_type: string;
  readonly qty_shipped: number;
}

/** Returns of shipped orders, in several states. */
export async function demoReturns({ orderIds, callRoute }: Demo): Promise<void> {
  const choices = {
    reason: await optionOf(callRoute, 'reason', 'Wrong Size'),
    condition: await optionOf(callRoute, 'condition', 'Unopened'),
    resolution: await optionOf(callRoute, 'resolution', 'Refund'),
  };
  let count = 0;
  for (const id of orderIds) {
    const plan = plans[count];
    if (!plan) return;
    const order = await callRoute<DemoOrder>('salesOrderRepositoryV1', 'get', { id });
    const item = order.state === 'complete' ? order.items.find(isSentAlone) : undefined;
    if (!item) continue;
    await makeReturn(callRoute, order, { order_item_id: item.item_id, qty_requested: 1, ...choices }, plan);
    count++;
  }
}

/** The id of a choice of an attribute of returned items. */
async function optionOf(callRoute: CallRoute, attributeCode: string, label: string): Promise<string | undefined> {
  const { options } = await callRoute<{
    readonly options: readonly { readonly label: string; readonly value?: string }[];
  }>('rmaRmaAttributesManagementV1', 'getAttributeMetadata', { attributeCode });
  return options.find((option) => option.label === label)?.value;
}

function isSentAlone({ product_type, qty_shipped }: DemoItem): boolean {
  return product_type === 'simple' && qty_shipped > 0;
}

async function makeReturn(
  callRoute: CallRoute,
  { entity_id: order_id }: DemoOrder,
  item: object,
  { steps, comment }: (typeof plans)[number],
): Promise<void> {
  const comments = [{ comment, customer_notified: false, visible_on_front: true }];
  const savedReturn = await callRoute<{
    readonly entity_id: number;
    readonly items: readonly [{ readonly entity_id: number }];
  }>(management, 'saveRma', { rmaDataObject: { order_id, items: [item], comments } });
  for (const status of steps) {
    const rmaDataObject = {
      entity_id: savedReturn.entity_id,
      items: [{ entity_id: savedReturn.items[0].entity_id, status }],
    };
    await callRoute(management, 'saveRma', { rmaDataObject });
  }
}
