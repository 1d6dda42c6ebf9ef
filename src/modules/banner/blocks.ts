import type { Selectable } from 'kysely';
import type { Call, Tables } from '../../kernel/call.ts';
import { inIds } from '../../storage/sql.ts';
import { insertRows } from '../../storage/rows.ts';
import { dynamicBlockErrors } from './errors.ts';
import { locations, targetKinds, type TargetKind } from './targets.ts';

/** The conditions under which a block is shown; none of a kind: always. */
type BlockTargets = Readonly<Record<TargetKind, readonly string[]>>;

/** The input of a new dynamic block. */
interface NewBlock {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly storeId: number;
  readonly content: string;
  readonly targets: BlockTargets;
}

/** A dynamic block with its conditions and the store views that have content. */
export interface ListedBlock extends Selectable<Tables['dynamic_block']> {
  readonly targets: BlockTargets;
  readonly storeIds: readonly number[];
}

/** Throws for an unknown location, segment, cart price rule or catalog price rule. */
async function checkTargets(call: Call, targets: BlockTargets): Promise<void> {
  const { customerSegment, salesRule, catalogRule } = call.services;
  const unknown = targets.location.find((name) => !locations.some((location) => location === name));
  if (unknown !== undefined) throw dynamicBlockErrors.location([unknown]);
  const segmentIds = new Set((await customerSegment.segments.get(call)).map(({ id }) => String(id)));
  const missing = targets.segment.find((id) => !segmentIds.has(id));
  if (missing !== undefined) throw dynamicBlockErrors.noSegment([missing]);
  for (const id of targets.cart_rule) {
    const found = await salesRule.rule(call, Number(id), { websites: false, customerGroups: false });
    if (!found) throw dynamicBlockErrors.noRule([id]);
  }
  for (const id of targets.catalog_rule) await catalogRule.requireRule(call, Number(id));
}

/** Creates a dynamic block; returns its id. Throws for unknown conditions. */
export function insertBlock(call: Call, { name, isEnabled, storeId, content, targets }: NewBlock): Promise<number> {
  return call.transaction(async (inside) => {
    await checkTargets(inside, targets);
    const { block_id } = await inside.db
      .insertInto('dynamic_block')
      .values({ name, is_enabled: isEnabled ? 1 : 0 })
      .returning('block_id')
      .executeTakeFirstOrThrow();
    await inside.db.insertInto('dynamic_block_content').values({ block_id, store_id: storeId, content }).execute();
    const rows = targetKinds.flatMap((kind) => [...new Set(targets[kind])].map((value) => ({ block_id, kind, value })));
    await insertRows(inside.db, 'dynamic_block_target', rows);
    return block_id;
  });
}

/** Throws for an unknown dynamic block. */
async function requireBlock({ db }: Call, id: number): Promise<void> {
  const found = await db.selectFrom('dynamic_block').select('block_id').where('block_id', '=', id).execute();
  if (found.length === 0) throw dynamicBlockErrors.noBlock([id]);
}

/** Changes the content of a block in a store view; empty content removes it. Throws for an unknown id. */
export function setBlockContent(call: Call, block_id: number, store_id: number, content: string): Promise<void> {
  return call.transaction(async (inside) => {
    await requireBlock(inside, block_id);
    if (content === '') {
      await inside.db
        .deleteFrom('dynamic_block_content')
        .where('block_id', '=', block_id)
        .where('store_id', '=', store_id)
        .execute();
      return;
    }
    await inside.db
      .insertInto('dynamic_block_content')
      .values({ block_id, store_id, content })
      .onConflict((conflict) => conflict.columns(['block_id', 'store_id']).doUpdateSet({ content }))
      .execute();
  });
}

/** Enables or disables a block. Throws for an unknown id. */
export function switchBlock(call: Call, id: number, isEnabled: boolean): Promise<void> {
  return call.transaction(async (inside) => {
    await requireBlock(inside, id);
    await inside.db
      .updateTable('dynamic_block')
      .set({ is_enabled: isEnabled ? 1 : 0 })
      .where('block_id', '=', id)
      .execute();
  });
}

/** Deletes a block. Throws for an unknown id. */
export function deleteBlock(call: Call, id: number): Promise<void> {
  return call.transaction(async (inside) => {
    await requireBlock(inside, id);
    await inside.db.deleteFrom('dynamic_block').where('block_id', '=', id).execute();
  });
}

/** Every dynamic block, in order of ids; three queries. */
export async function listBlocks({ db }: Call): Promise<ListedBlock[]> {
  const blocks = await db.selectFrom('dynamic_block').selectAll().orderBy('block_id').execute();
  const ids = blocks.map(({ block_id }) => block_id);
  const targets = await db
    .selectFrom('dynamic_block_target')
    .selectAll()
    .where(inIds('block_id', ids))
    .orderBy('value')
    .execute();
  const contents = await db
    .selectFrom('dynamic_block_content')
    .select(['block_id', 'store_id'])
    .where(inIds('block_id', ids))
    .orderBy('store_id')
    .execute();
  const targetsOf = Map.groupBy(targets, ({ block_id }) => block_id);
  const contentsOf = Map.groupBy(contents, ({ block_id }) => block_id);
  return blocks.map((block) => {
    const own = targetsOf.get(block.block_id) ?? [];
    const valuesOf = (kind: TargetKind) => own.filter((one) => one.kind === kind).map(({ value }) => value);
    const targetsByKind = {
      location: valuesOf('location'),
      segment: valuesOf('segment'),
      cart_rule: valuesOf('cart_rule'),
      catalog_rule: valuesOf('catalog_rule'),
    };
    const storeIds = (contentsOf.get(block.block_id) ?? []).map(({ store_id }) => store_id);
    return Object.assign(block, { targets: targetsByKind, storeIds });
  });
}
