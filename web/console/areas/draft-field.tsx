// Text field for one value of the draft, addressed by its path. Shows the value and its validation error.

import { TextField } from '../../ui/field.tsx';
import type { DocumentKind } from './area-documents.ts';
import { useDraft } from './area-draft.ts';
import { asNumber } from './draft.ts';

interface DraftFieldProps {
  readonly kind: DocumentKind;
  readonly path: string;
  readonly label: string;
  readonly hint?: string;
  readonly isNumber?: boolean;
  readonly isLabelHidden?: boolean;
  readonly className?: string;
  /** An empty field is stored as null. */
  readonly isNullable?: boolean;
}

export function DraftField({ kind, path, isNumber = false, isNullable = false, ...field }: DraftFieldProps) {
  const { valueAt, setValue, validationErrorAt, isReadOnly } = useDraft();
  const value = valueAt(kind, path);
  return (
    <TextField
      {...field}
      value={value === null || value === undefined ? '' : String(value)}
      readOnly={isReadOnly}
      inputMode={isNumber ? 'decimal' : 'text'}
      error={validationErrorAt(kind, path)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setValue(kind, path, isNumber ? asNumber(text) : isNullable && text === '' ? null : text);
      }}
    />
  );
}
