import type { Texts } from '../text.ts';
import { frameTexts } from './frame.ts';
import { recordsTexts } from './records.ts';
import { ordersTexts } from './orders.ts';
import { b2bTexts } from './b2b.ts';
import { catalogTexts } from './catalog.ts';
import { administrationTexts } from './administration.ts';
import { operationTexts } from './operation.ts';
import { migrationTexts } from './migration.ts';
import { nameTexts } from './names.ts';
import { permissionTexts } from './permissions.ts';

/** The German texts of the console. */
export const german: Texts = {
  ...frameTexts,
  ...recordsTexts,
  ...ordersTexts,
  ...b2bTexts,
  ...catalogTexts,
  ...administrationTexts,
  ...operationTexts,
  ...migrationTexts,
  ...nameTexts,
  ...permissionTexts,
};
