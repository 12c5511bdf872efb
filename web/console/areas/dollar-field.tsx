// Text field for an amount of the draft. Documents have cents, people think in dollars. Fractions of a cent are allowed
// for rates.
import { useState } from 'react';
import { TextField } from '../../ui/field.tsx';
import { useDraft } from './area-draft.ts';
import { formatCents } from './draft-labels.ts';

interface DollarFieldProps {
  readonly path: string;
  readonly label: string;
  readonly isLabelHidden?: boolean;
}

export function DollarField({ path, ...field }: DollarFieldProps) {
  const { valueAt, setValue, validationErrorAt, isReadOnly } = useDraft();
  const value = valueAt('prices', path);
  // While it is typed, "79." stays "79.". A value that was set elsewhere replaces the text.
  const [typed, setTyped] = useState('');
  const text = centsOf(typed) === value ? typed : dollarsOf(value);
  return (
    <TextField
      {...field}
      value={text}
      readOnly={isReadOnly}
      inputMode="decimal"
      error={inDollars(validationErrorAt('prices', path))}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setValue('prices', path, centsOf(event.currentTarget.value));
      }}
    />
  );
}

/** Cents of the text; the text itself if it is not an amount, so that the server's validation reports it. */
export function centsOf(text: string): number | string {
  const plain = text.replace(/[$,\s]/g, '');
  return plain !== '' && Number.isFinite(Number(plain)) ? Math.round(Number(plain) * 1e8) / 1e6 : text;
}

export function dollarsOf(value: unknown): string {
  if (typeof value !== 'number') return value === undefined || value === null ? '' : String(value);
  const dollars = Math.round(value * 1e6) / 1e8;
  return Number.isInteger(dollars) || !Number.isInteger(Math.round(value * 1e6) / 1e6)
    ? String(dollars)
    : dollars.toFixed(2);
}

/** The server's validation error, which has limits in cents. */
export function inDollars(message: string | null): string | null {
  if (message === null) return null;
  const [, min, max] = /^must be between (\d+) and (\d+)/.exec(message) ?? [];
  return min !== undefined && max !== undefined
    ? `must be between ${formatCents(Number(min))} and ${formatCents(Number(max))}`
    : 'must be an amount in dollars, such as 79 or 79.50';
}
