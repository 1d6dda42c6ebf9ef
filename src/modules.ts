import type { ModuleManifest } from './kernel/module.ts';
import { authorization } from './access/module.ts';
import { asynchronousOperations } from './modules/asynchronous-operations/module.ts';
import { backendModule } from './modules/backend/module.ts';
import { bundle } from './modules/bundle/module.ts';
import { catalog } from './modules/catalog/module.ts';
import { configurableProduct } from './modules/configurable-product/module.ts';
import { directory } from './modules/directory/module.ts';
import { downloadable } from './modules/downloadable/module.ts';
import { eav } from './modules/eav/module.ts';
import { integration } from './modules/integration/module.ts';
import { catalogInventory } from './modules/inventory/module.ts';
import { salesRule } from './modules/sales-rule/module.ts';
import { store } from './modules/store/module.ts';
import { operations } from './operations/module.ts';

/** Every module after the configuration, in the order in which they build on each other. */
export const modules: readonly ModuleManifest[] = [
  authorization,
  operations,
  store,
  directory,
  eav,
  catalog,
  catalogInventory,
  bundle,
  configurableProduct,
  downloadable,
  salesRule,
  backendModule(() => modules),
  integration,
  asynchronousOperations,
];
