import type { LoggedChange } from './log.ts';

/** A change as others are told of it. */
export function presentChange({ position, entity, id, key, action, fields, caller, origin, time }: LoggedChange) {
  return {
    position,
    time: new Date(time).toISOString(),
    entity,
    action,
    id,
    key: key ?? null,
    ...(action === 'changed' && { fields }),
    by: { type: caller.type, id: caller.id },
    ...(origin !== undefined && { origin }),
  };
}
