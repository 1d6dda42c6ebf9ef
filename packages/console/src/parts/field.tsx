import { toChildArray, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { FormFailureContext } from './form-failure.ts';

/** A control with its label, and the error of its form that is about it. */
export function Field({
  label,
  hint,
  name: givenName,
  children,
}: {
  label: ComponentChildren;
  hint?: string | undefined;
  /** The name of the control where it is not the child itself. */
  name?: string | undefined;
  children: ComponentChildren;
}) {
  const name = givenName ?? nameOf(children);
  const failure = useContext(FormFailureContext);
  const isWrong = name !== undefined && failure?.field === name;
  return (
    <label class={isWrong ? 'field wrong' : 'field'} data-field={name}>
      <span>{label}</span>
      {children}
      {isWrong && <strong role="alert">{failure.text}</strong>}
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

/** The name of a control, by which its form sends it. */
function nameOf(children: ComponentChildren): string | undefined {
  const names = toChildArray(children).map((child) =>
    typeof child === 'object' ? Reflect.get(child.props, 'name') : undefined,
  );
  return names.find((name): name is string => typeof name === 'string');
}
