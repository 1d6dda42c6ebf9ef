import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '../../kernel/call.ts';
import { wholeNumber, type CommandHost } from '../../kernel/commands.ts';
import { readConditions } from './conditions.ts';
import { listSegments, type ListedSegment } from './list.ts';
import { placeAll } from './members.ts';
import { appliesTo, deleteSegment, insertSegment, switchSegment } from './segments.ts';

interface NewSegmentOptions {
  conditions: string;
  website?: string[];
  applyTo: string;
  description?: string;
  inactive?: true;
}

/** Commands for segments, which the interface has no calls to make. */
export function segmentCommands({ program, withCall, print, list }: CommandHost): void {
  program
    .command('customer:segment:create')
    .description('make a segment of customers, and put customers into it')
    .argument('<name>', 'what it is called')
    .requiredOption('--conditions <json>', 'who is in it: JSON, or a file with it')
    .option('--website <codes...>', 'codes of its websites; default: all')
    .option('--apply-to <whom>', Object.keys(appliesTo).join(', '), 'both')
    .option('--description <text>', 'what it is for')
    .option('--inactive', 'nobody is in it until it is enabled')
    .action((name: string, options: NewSegmentOptions) =>
      withCall(async (call) => {
        const id = await createSegment(call, name, options);
        print(`segment ${name} has id ${id}`);
      }),
    );
  program
    .command('customer:segment:list')
    .description('list the segments of customers')
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
      .argument('<id>', 'id that customer:segment:list shows', wholeNumber)
      .action((id: number) => withCall((call) => work(call, id)));
  };
  byId('enable', 'switch a segment on, and put customers into it', async (call, id) => {
    await switchSegment(call, id, true);
    await placeKnown(call);
  });
  byId('disable', 'switch a segment off', (call, id) => switchSegment(call, id, false));
  byId('delete', 'delete a segment', deleteSegment);
  program
    .command('customer:segment:refresh')
    .description('put every customer anew into the segments')
    .action(() => withCall((call) => placeAll(call)));
}

/** Longer than most requests take that began before a change, and do not know it. */
const LEARNING = 1200;

/** Places every customer once requests know which segments exist: from then on they note changes of customers. */
async function placeKnown(call: Call): Promise<void> {
  await pause(LEARNING);
  await placeAll(call);
}

async function createSegment(call: Call, name: string, options: NewSegmentOptions): Promise<number> {
  const { conditions, website, applyTo, description = null, inactive = false } = options;
  if (!Object.hasOwn(appliesTo, applyTo)) throw new Error(`${applyTo} is none of ${Object.keys(appliesTo).join(', ')}`);
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
    applyTo: appliesTo[applyTo as keyof typeof appliesTo],
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
