import type { PlatformError } from '../kernel/errors.ts';
import { defineErrors } from '../kernel/errors.ts';

/** Errors of snapshots. */
export const snapshotErrors = defineErrors('snapshots', {
  name: [
    'input',
    '"%1" is no name of a snapshot: use up to 30 lower-case letters, digits and _, a letter first.',
    'the name of a snapshot is malformed',
    'filled',
  ],
  missing: [
    'noSuchEntity',
    'There is no snapshot "%1".',
    'a snapshot that is restored or deleted does not exist',
    'filled',
  ],
  otherSchema: [
    'state',
    'The snapshot "%1" has other tables than the database: take it again.',
    'a snapshot was taken before an upgrade or with other modules',
    'filled',
  ],
  busy: [
    'retriable',
    'Changes are still running. Try again.',
    'changes do not end in time for a snapshot to be taken or restored',
  ],
});

/** Copies of a whole database beside it, by name. Names are those of `checkedName`. */
export interface Snapshots {
  /** Copies the database as it is at one moment; replaces the snapshot of that name. */
  take(name: string): Promise<void>;
  /**
   * Replaces the content of the database by a snapshot, in one transaction: others see all of it or nothing, and transactions
   * of others wait. Versions of cached values become greater than they were. Throws for a missing snapshot, or one with other
   * tables.
   */
  restore(name: string): Promise<void>;
  /** The names, sorted. */
  list(): Promise<string[]>;
  /** Throws for a missing snapshot. */
  remove(name: string): Promise<void>;
}

/** A well-formed name of a snapshot. Throws for another. */
export function checkedName(name: string): string {
  if (!/^[a-z][a-z0-9_]{0,29}$/.test(name)) throw snapshotErrors.name([name]);
  return name;
}

/** The error of a missing snapshot. */
export function missingSnapshot(name: string): PlatformError {
  return snapshotErrors.missing([name]);
}

/**
 * How far versions of cached values jump. Other processes may have commits between the reading of the versions and the restore,
 * each of which counts one version up.
 */
export const VERSION_JUMP = 100_000;
