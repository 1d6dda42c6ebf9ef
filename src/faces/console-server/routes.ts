import { accessRoutes } from './routes/access.ts';
import { auditRoutes } from './routes/audit.ts';
import { bulkRoutes } from './routes/bulks.ts';
import { formRoutes } from './routes/forms.ts';
import { pageRoutes } from './routes/pages.ts';
import { sessionRoutes } from './routes/session.ts';
import { settingRoutes } from './routes/settings.ts';

/** The routes of the console, below `/_/console/`, declared like those of modules. */
export const consoleRoutes = [
  ...sessionRoutes,
  ...bulkRoutes,
  ...settingRoutes,
  ...auditRoutes,
  ...accessRoutes,
  ...pageRoutes,
  ...formRoutes,
] as const;
