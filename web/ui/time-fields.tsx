// "From" and "To" fields of a custom time span; renders nothing for the predefined spans.
import { TextField } from './field.tsx';
import type { TimeFilter } from './time-span.ts';

interface TimeFieldsProps {
  readonly filter: TimeFilter;
  readonly onChange: (change: { from?: string; to?: string }) => void;
}

export function TimeFields({ filter, onChange }: TimeFieldsProps) {
  if (filter.time !== 'custom') return null;
  return (['from', 'to'] as const).map((name) => (
    <TextField
      key={name}
      label={name === 'from' ? 'From' : 'To'}
      type="datetime-local"
      className="col-span-2 sm:w-52"
      value={filter[name] ?? ''}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  ));
}
