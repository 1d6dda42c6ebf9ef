import { useState } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { PresentedAction, PresentedInput } from '../../../../src/faces/console-server/module-pages/present.ts';
import { ActionForm, OutcomeOf, useAction } from '../parts/action.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { useSession } from '../session.ts';
import { textOf, valueAt } from '../values.ts';
import { t } from '../texts/text.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** The actions of a module on a page, a row or a record. */
export interface ModuleActions {
  readonly isBusy: boolean;
  /** Calls the route of an action, after its form and its question. */
  start(action: PresentedAction, record: unknown): void;
  /** The result of the last action, and the open form. */
  readonly outcome: ComponentChildren;
}

/** Runs actions of a module; `reload` loads the data that an action has changed. */
export function useActions(reload: () => void): ModuleActions {
  const { call } = useSession();
  const { outcome, isBusy, run, clear } = useAction();
  const [open, setOpen] = useState<{ action: PresentedAction; record: unknown }>();
  const send = async (action: PresentedAction, record: unknown, values: Arguments): Promise<void> => {
    const isDone = await run(async () => {
      const sent = argumentsFrom(action.arguments, record);
      await call(action.route.call, formArguments(action.form ?? [], values, sent));
      return action.done ?? t('{action}: done.', { action: action.label });
    });
    if (!isDone) return;
    setOpen(undefined);
    reload();
  };
  const start: ModuleActions['start'] = (action, record) => {
    const isAsked = action.confirm !== undefined || (action.form ?? []).length > 0;
    if (isAsked) setOpen({ action, record });
    else void send(action, record, {});
  };
  const close = (): void => {
    clear();
    setOpen(undefined);
  };
  return {
    isBusy,
    start,
    outcome: open ? (
      <Dialog title={open.action.label} close={close}>
        {open.action.confirm !== undefined && <p>{open.action.confirm}</p>}
        <ActionForm
          label={open.action.label}
          isBusy={isBusy}
          outcome={outcome}
          send={(values) => void send(open.action, open.record, values)}
        >
          {(open.action.form ?? []).map((input) => (
            <Input key={input.argument} of={input} />
          ))}
        </ActionForm>
      </Dialog>
    ) : (
      <OutcomeOf outcome={outcome} />
    ),
  };
}

/** Buttons of actions; `name` is that of the record, for screen readers. */
export function ActionButtons({
  of: { isBusy, start },
  actions,
  record,
  name,
}: {
  of: ModuleActions;
  actions: readonly PresentedAction[];
  record?: unknown;
  name?: string;
}) {
  return (
    <>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          disabled={isBusy}
          aria-label={name === undefined ? undefined : `${action.label}: ${name}`}
          onClick={() => start(action, record)}
        >
          {action.label}
        </button>
      ))}
    </>
  );
}

/** The inputs of the browser by type of argument. */
const inputs = {
  text: { type: 'text' },
  password: { type: 'password' },
  integer: { type: 'number', step: '1' },
  number: { type: 'number', step: 'any' },
  checkbox: { type: 'checkbox' },
  time: { type: 'datetime-local' },
} as const;

function Input({ of: { argument, label, hint, type, isRequired } }: { of: PresentedInput }) {
  return (
    <Field label={label} hint={hint}>
      <input name={argument} required={isRequired && type !== 'checkbox'} {...inputs[type]} />
    </Field>
  );
}

/** The arguments that fields of a record fill, by the names of both. */
export function argumentsFrom(mapped: Readonly<Record<string, string>> = {}, record: unknown): Arguments {
  return Object.entries(mapped).reduce<Arguments>(
    (sent, [argument, field]) => withValue(sent, argument.split('.'), valueAt(record, field)),
    {},
  );
}

/** Adds the values of a form to arguments; empty optional inputs are omitted. */
function formArguments(form: readonly PresentedInput[], values: Arguments, sent: Arguments): Arguments {
  return form.reduce((all, input) => {
    const value = typedValue(input, values[input.argument]);
    return value === undefined ? all : withValue(all, input.argument.split('.'), value);
  }, sent);
}

function typedValue({ type, isRequired }: PresentedInput, value: unknown): unknown {
  const text = textOf(value);
  if (type === 'checkbox') return text !== '';
  if (text === '') return isRequired ? '' : undefined;
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'time' ? new Date(text).toISOString() : text;
}

function withValue(record: Arguments, [name = '', ...rest]: readonly string[], value: unknown): Arguments {
  return { ...record, [name]: rest.length === 0 ? value : withValue(Object(record[name]), rest, value) };
}
