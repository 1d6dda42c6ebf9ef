import { prepared, type Params } from '../../storage/prepared.ts';
import { inTexts } from '../../storage/sql.ts';
import './tables.ts';

/** Which of the names are those of pictures of designs. */
export const takenImages = prepared((db, p: Params<{ names: readonly string[] }>) =>
  db.selectFrom('magento_giftwrapping').select('image').where(inTexts('image', p.names)),
);
