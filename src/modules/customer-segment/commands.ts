import { readFileSync } from 'node:fs';
import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { keysOf } from '../../kernel/own-fields.ts';
import { readConditions } from './conditions.ts';
import { listSegments, type ListedSegment } from './list.ts';
import { placeAll } from './members.ts';
import { appliesTo, changeIsKnown, deleteSegment, insertSegment, switchSegment } from './segments.ts';

interface NewSegmentOptions {
  conditions: string;
  website?: string[];
  applyTo: string;
  description?: string;
  inactive?: true;
}

/** Commands for segments, which have no routes that change them. */
export function segmentCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('customer:segment:create')
    .description('create a customer segment and assign customers to it')
    .argument('<name>', 'name of the segment')
    .requiredOption('--conditions <json>', 'conditions of membership: JSON, or a file with JSON')
    .option('--website <codes...>', 'codes of the websites; default: all')
    .option('--apply-to <whom>', Object.keys(appliesTo).join(', '), 'both')
    .option('--description <text>', 'description of the segment')
    .option('--inactive', 'create the segment disabled, without members')
    .action((name: string, options: NewSegmentOptions) =>
      withCall(async (call) => {
        const id = await createSegment(call, name, options);
        print(`segment ${name} has id ${id}`);
      }),
    );
  program
    .command('customer:segment:list')
    .description('list customer segments')
    .action(() =>
      withCall(async (call) => {
        const found = await listSegments(call, {});
        list(
          (await found.items()).map((segment) => lineOf(call, segment)),
          'no segments',
        );
      }),
    );
  const byId = (name: string, description: string, work: (call: Call, id: number) => Promise<void>): void => {
    program
      .command(`customer:segment:${name}`)
      .description(description)
      .argument('<id>', 'id of the segment, from customer:segment:list', wholeNumber)
      .action((id: number) => withCall((call) => work(call, id)));
  };
  byId('enable', 'enable a segment and assign customers to it', async (call, id) => {
    await switchSegment(call, id, true);
    await placeKnown(call);
  });
  byId('disable', 'disable a segment', (call, id) => switchSegment(call, id, false));
  byId('delete', 'delete a segment', deleteSegment);
  program
    .command('customer:segment:refresh')
    .description('reassign all customers to segments')
    .action(() => withCall((call) => placeAll(call)));
}

/** Assigns every customer after running requests have learned of the new segment; later requests note changes of customers. */
async function placeKnown(call: Call): Promise<void> {
  await changeIsKnown();
  await placeAll(call);
}

async function createSegment(call: Call, name: string, options: NewSegmentOptions): Promise<number> {
  const { conditions, website, applyTo, description = null, inactive = false } = options;
  const appliesWhere = keysOf(appliesTo).find((known) => known === applyTo);
  if (!appliesWhere)
    throw new Error(`unknown value "${applyTo}" of --apply-to: use ${Object.keys(appliesTo).join(', ')}`);
  const { store, salesRule } = call.services;
  const websites = website?.map((code) => {
    const found = store.website(code);
    if (!found) throw new Error(`there is no website ${code}`);
    return found;
  });
  const text = conditions.trimStart().startsWith('{') ? conditions : readFileSync(conditions, 'utf8');
  const id = await insertSegment(call, {
    name,
    description,
    isActive: !inactive,
    applyTo: appliesTo[appliesWhere],
    websiteIds: (websites ?? store.websites()).map((one) => one.id).filter((one) => one !== 0),
    conditions: readConditions(text, salesRule),
  });
  if (!inactive) await placeKnown(call);
  return id;
}

function lineOf(call: Call, { segment_id, name, is_active, apply_to, customers, websiteIds }: ListedSegment): string {
  const whom = Object.entries(appliesTo).find(([, number]) => number === apply_to)?.[0];
  const websites = websiteIds.map((id) => call.services.store.website(id)?.code ?? id).join(',');
  return [segment_id, name, is_active === 1 ? 'active' : 'inactive', whom, websites, `${customers} customers`].join(
    '\t',
  );
}
