// Labelled form field with hint and error, linked by `aria-describedby` and `aria-invalid`.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
  readonly isLabelHidden?: boolean;
  readonly className?: string | undefined;
}

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
}

interface FieldFrameProps extends FieldProps {
  readonly children: (controlProps: ControlProps) => ReactNode;
}

export function FieldFrame({ label, hint, error, isLabelHidden, className, children }: FieldFrameProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null;
  const describedBy = [hint !== undefined && `${id}-hint`, hasError && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden === true ? 'sr-only' : 'font-semibold text-ink'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': hasError || undefined })}
      {hasError && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p id={id} role="alert" className="flex gap-1.5 text-[0.8125rem] font-medium text-danger">
      <Icon name="alert" className="mt-0.5" />
      <span>{children}</span>
    </p>
  );
}

export const controlClass =
  'w-full min-w-0 min-h-9 rounded-lg border border-field-line bg-field px-3 py-1.5 text-ink placeholder:text-muted ' +
  'pointer-coarse:min-h-11 pointer-coarse:text-base aria-invalid:border-danger ' +
  'focus-visible:outline-offset-0 disabled:opacity-60';

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & { readonly isCode?: boolean };

export function TextField({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  isCode,
  ...input
}: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, className }} isLabelHidden={isLabelHidden === true}>
      {(controlProps) => (
        <input
          {...input}
          {...controlProps}
          className={classNames(controlClass, isCode === true && 'font-mono text-[0.8125rem]')}
        />
      )}
    </FieldFrame>
  );
}
