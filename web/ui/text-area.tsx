// Labelled multi-line text field.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, FieldFrame, type FieldProps } from './field.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'className' | 'id'>;

export function TextArea({ label, hint, error, isLabelHidden, className, ...area }: TextAreaProps) {
  return (
    <FieldFrame {...{ label, hint, error, className }} isLabelHidden={isLabelHidden === true}>
      {(controlProps) => (
        <textarea rows={3} {...area} {...controlProps} className={classNames(controlClass, 'resize-y')} />
      )}
    </FieldFrame>
  );
}
