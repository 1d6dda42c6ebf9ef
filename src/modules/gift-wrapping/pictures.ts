import { prepared, type Params } from '../../storage/prepared.ts';
import { inTexts } from '../../storage/sql.ts';
import './tables.ts';

/** The subset of these names that designs use for their pictures. */
export const takenImages = prepared((db, p: Params<{ names: readonly string[] }>) =>
  db.selectFrom('magento_giftwrapping').select('image').where(inTexts('image', p.names)),
);
