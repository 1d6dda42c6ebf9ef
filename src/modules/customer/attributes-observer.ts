import { sql } from 'kysely';
import type { Call } from '../../kernel/call.ts';
import { perDialect } from '../../storage/dialects.ts';
import type { Attribute, AttributeObserver } from '../eav/service.ts';
import { removeFilesOfAttribute } from './files/values.ts';

/** Takes the values of an added attribute out of every customer or address when it is deleted. */
function forgetful(entity: 'customer' | 'customer_address', table: string): AttributeObserver {
  return {
    entity,
    onDeleted: async (call: Call, attribute: Attribute) => {
      const { code } = attribute;
      await removeFilesOfAttribute(call, attribute);
      const without = perDialect<string>({
        sqlite: sql`json_remove(document, ${`$.custom."${code}"`})`,
        postgres: sql`document #- ${['custom', code]}::text[]`,
      });
      const has = perDialect<boolean>({
        sqlite: sql`json_type(document, ${`$.custom."${code}"`}) is not null`,
        postgres: sql`jsonb_exists(document -> 'custom', ${code})`,
      });
      await sql`update ${sql.table(table)} set document = ${without} where ${has}`.execute(call.db);
    },
  };
}

/** Removes values of deleted attributes from customers and addresses. */
export const attributeObservers: readonly AttributeObserver[] = [
  forgetful('customer', 'customer_entity'),
  forgetful('customer_address', 'customer_address'),
];
