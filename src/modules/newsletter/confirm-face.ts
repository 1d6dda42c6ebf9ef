import type { Face } from '../../kernel/faces.ts';
import { baseUrls } from '../../kernel/shop-settings.ts';
import { system } from '../../kernel/system.ts';
import { confirmByCode } from './subscribers.ts';

/** Confirms an address by the link in its mail and goes on to the storefront, at the address where the interface's has it. Throws 404. */
export const newsletterConfirmation: Face = async (app, { platform }) => {
  const path = '/newsletter/subscriber/confirm/code/:code';
  app.get<{ Params: { code: string } }>(path, async ({ params: { code } }, reply) => {
    const call = platform.newCall(system.caller, system.scope);
    const storeId = await call.transaction((inside) => confirmByCode(inside, code));
    if (storeId === undefined) return reply.callNotFound();
    return reply.header('cache-control', 'no-store').redirect(platform.config.of(baseUrls.secure.base, { storeId }));
  });
};
