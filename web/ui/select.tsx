// Labelled native `<select>`: works with every keyboard, phone and screen reader.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { controlClass, FieldFrame, type FieldProps } from './field.tsx';
import { Icon } from './icon.tsx';

export interface Option {
  readonly value: string;
  readonly label: string;
}
export interface OptionGroup {
  readonly label: string;
  readonly options: readonly Option[];
}

interface SelectProps
  extends FieldProps,
    Omit<ComponentProps<'select'>, 'className' | 'id' | 'children' | 'onChange' | 'value'> {
  readonly options: readonly (Option | OptionGroup)[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function Select({
  label,
  hint,
  error,
  isLabelHidden,
  className,
  options,
  onChange,
  ...select
}: SelectProps) {
  return (
    <FieldFrame {...{ label, hint, error, className }} isLabelHidden={isLabelHidden === true}>
      {(controlProps) => (
        <span className="relative grid">
          <select
            {...select}
            {...controlProps}
            onChange={(event) => onChange(event.currentTarget.value)}
            className={classNames(controlClass, 'appearance-none truncate pr-8')}
          >
            {options.map((each) =>
              'options' in each ? (
                <optgroup key={each.label} label={each.label}>
                  {each.options.map(renderOption)}
                </optgroup>
              ) : (
                renderOption(each)
              ),
            )}
          </select>
          <Icon
            name="chevron"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rotate-90 text-muted"
          />
        </span>
      )}
    </FieldFrame>
  );
}

function renderOption({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}
