import { foldText } from '../../kernel/fold.ts';
import type { Updateable } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { missingArguments } from '../../kernel/errors.ts';
import { withFields } from '../../kernel/present-fields.ts';
import type { Out } from '../../kernel/types.ts';
import type { SearchCriteria } from '../../storage/criteria/criteria.ts';
import type { SearchField } from '../../storage/criteria/fields.ts';
import { findList, type FoundList } from '../../storage/criteria/list.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import { prepared, preparedFirst, type Params } from '../../storage/prepared.ts';
import { fold, inIds } from '../../storage/sql.ts';
import { contentFields, storedTime, readSentTime } from './content.ts';
import { checkLengths } from '../../storage/fit.ts';
import { cmsErrors } from './errors.ts';
import type { BlockRow, BlockTable } from './tables.ts';
import type { Block, SentBlock } from './types.ts';

type ShownBlock = Out<typeof Block>;

const longest = { identifier: 255, title: 255 } as const;

const selectByIds = prepared((db, p: Params<{ ids: readonly number[] }>) =>
  db.selectFrom('cms_block').selectAll().where(inIds('block_id', p.ids)),
);

const selectByIdentifier = preparedFirst((db, p: Params<{ identifier: string }>) =>
  db.selectFrom('cms_block').selectAll().where(fold('identifier'), '=', p.identifier).orderBy('block_id').limit(1),
);

/** Format of numeric keys in a path; any other key is a block's identifier. */
const numeric = /^\s*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\s*$/i;

/** The block with an id or an identifier, of any store view. Throws 404. */
export async function requireBlock(call: Call, key: string): Promise<BlockRow> {
  const block = numeric.test(key)
    ? await findById(call, Number(key))
    : await selectByIdentifier(call.db, { identifier: foldText(key) });
  if (!block) throw cmsErrors.noBlock([key]);
  return block;
}

async function findById(call: Call, id: number): Promise<BlockRow | undefined> {
  const [row] = Number.isSafeInteger(id) ? await selectByIds(call.db, { ids: [id] }) : [];
  return row;
}

/** A block as the wire has it. */
export function showBlock(row: BlockRow): ShownBlock {
  const { block_id, is_active, store_id: _, ...fields } = row;
  return { id: block_id, ...fields, active: is_active === 1 };
}

const fields: Record<string, SearchField> = {
  ...contentFields,
  block_id: { kind: 'integer', notNull: true },
  id: { kind: 'integer', column: 'block_id', notNull: true },
  active: { kind: 'flag', column: 'is_active', notNull: true },
  identifier: { kind: 'text', notNull: true },
};

/** Lists blocks of all store views. */
export function listBlocks(call: Call, criteria: SearchCriteria): Promise<FoundList<BlockRow>> {
  return findList(call, criteria, {
    base: call.db.selectFrom('cms_block'),
    key: 'block_id',
    fields,
    load: async (_, ids: readonly number[]) => {
      const rows = await selectByIds(call.db, { ids });
      return new Map(rows.map((row) => [row.block_id, row]));
    },
  });
}

/** Creates a block, or changes the one with the input's id. */
export async function saveBlock(call: Call, input: SentBlock): Promise<ShownBlock> {
  checkLengths(input, longest);
  return input.id ? change(call, input.id, input) : create(call, input);
}

/**
 * Creates a block of the call's store view. Recorded behaviour of the interface: the response has only the input's
 * fields.
 */
async function create(call: Call, input: SentBlock): Promise<ShownBlock> {
  checkPresent(input.identifier, input.title);
  const { identifier, title } = withFields(input, 'identifier', 'title');
  const time = storedTime(call);
  const creation_time = readSentTime(input.creation_time, 'creation_time');
  const { block_id } = await unlessTaken(
    call.db
      .insertInto('cms_block')
      .values({
        identifier,
        title,
        content: input.content ?? null,
        creation_time: creation_time ?? time,
        update_time: time,
        is_active: input.active === false ? 0 : 1,
        store_id: call.scope.storeId,
      })
      .returning('block_id')
      .executeTakeFirstOrThrow(),
  );
  const { content } = input;
  return { id: block_id, identifier, title, content, creation_time, active: input.active ?? false };
}

/**
 * Changes the input's fields. As in the interface, the block moves to the store view of the call, and the response has
 * no time of change.
 */
async function change(call: Call, id: number, input: SentBlock): Promise<ShownBlock> {
  const before = await findById(call, id);
  if (!before) throw cmsErrors.noBlock([id]);
  const { identifier = before.identifier, title = before.title } = input;
  checkPresent(identifier, title);
  const changes: Updateable<BlockTable> = { update_time: storedTime(call), store_id: call.scope.storeId };
  if (input.identifier) changes.identifier = input.identifier;
  if (typeof input.title === 'string') changes.title = input.title;
  if (input.content !== undefined) changes.content = input.content;
  if (typeof input.active === 'boolean') changes.is_active = input.active ? 1 : 0;
  const creation_time = readSentTime(input.creation_time, 'creation_time');
  if (creation_time !== undefined) changes.creation_time = creation_time;
  const after = await unlessTaken(
    call.db.updateTable('cms_block').set(changes).where('block_id', '=', id).returningAll().executeTakeFirst(),
  );
  if (!after) throw cmsErrors.noBlock([id]);
  return { ...showBlock(after), update_time: null };
}

function checkPresent(identifier: string | null | undefined, title: string | null | undefined): void {
  const missing = [...(identifier ? [] : ['identifier']), ...(typeof title === 'string' ? [] : ['title'])];
  const error = missingArguments(missing);
  if (error) throw error;
}

async function unlessTaken<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error, 'cms_block_identifier') ? cmsErrors.blockExists() : error;
  }
}

/** Deletes the block with an id or an identifier. Throws 404. */
export async function deleteBlock(call: Call, key: string): Promise<void> {
  const { block_id } = await requireBlock(call, key);
  await call.db.deleteFrom('cms_block').where('block_id', '=', block_id).execute();
}

/** Ids and titles of all blocks, in order of ids. */
export async function blockTitles(call: Call): Promise<Pick<BlockRow, 'block_id' | 'title'>[]> {
  return call.db.selectFrom('cms_block').select(['block_id', 'title']).orderBy('block_id').execute();
}
