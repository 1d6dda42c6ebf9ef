import { onServer } from '../storage/databases.ts';

/**
 * Has saves of a product fail in PostgreSQL as those do that are caught in a deadlock: always, or until an operation has failed of
 * it so often that it is not tried again by itself. Gives what ends it.
 */
export async function failSaves(url: string, sku: string, until: 'always' | 'once'): Promise<() => Promise<void>> {
  const name = `fail_${sku.replace(/\W/g, '_').toLowerCase()}`;
  const ended = until === 'once' ? 'exists (select from operation where status = 2)' : 'false';
  await onServer(
    `create function ${name}() returns trigger language plpgsql as $$
    begin
      if new.sku = '${sku}' and not ${ended} then raise exception 'as in a deadlock' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger ${name} before update on catalog_product for each row execute function ${name}()`,
    url,
  );
  return () => onServer(`drop trigger ${name} on catalog_product`, url);
}
