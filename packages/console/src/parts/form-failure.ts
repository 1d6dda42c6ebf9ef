import { createContext } from 'preact';
import { SoukError } from '../../../client/src/index.ts';

/** The error of a form, at the field with this name; without one at the form. */
export interface FormFailure {
  readonly field: string | undefined;
  readonly text: string;
}

/** The error of the form that a field is in. */
export const FormFailureContext = createContext<FormFailure | undefined>(undefined);

/** The field that an error is about: the one that it names, else the only one. */
export function fieldOfError(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof SoukError) || error.status >= 500 || error.status === 401) return undefined;
  if (names.length === 1) return names[0];
  const { parameters, message } = error;
  const named = new Set([...Object.values(parameters ?? {}).map(String), ...message.toLowerCase().split(/[^\w]+/)]);
  return names.find((name) => named.has(name));
}
