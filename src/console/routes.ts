import { accessRoutes } from './routes/access.ts';
import { auditRoutes } from './routes/audit.ts';
import { bulkRoutes } from './routes/bulks.ts';
import { sessionRoutes } from './routes/session.ts';
import { settingRoutes } from './routes/settings.ts';

/** What the console asks beside the interface: routes as those of modules, below `/_/console/`. */
export const consoleRoutes = [
  ...sessionRoutes,
  ...bulkRoutes,
  ...settingRoutes,
  ...auditRoutes,
  ...accessRoutes,
] as const;
