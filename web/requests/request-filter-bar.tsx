// Filters of the request log. The search is debounced; the other filters apply at once.
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Select } from '../ui/select.tsx';
import { TimeFields } from '../ui/time-fields.tsx';
import { timeOptions } from '../ui/time-span.ts';
import type { RequestFilters } from './request-filters.ts';

const choices = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: '', label: 'Any status' },
      { value: '2xx', label: 'Succeeded (2xx)' },
      { value: 'failed', label: 'Failed (4xx, 5xx)' },
      { value: '4xx', label: 'Client errors (4xx)' },
      { value: '429', label: 'Rate limited (429)' },
      { value: '5xx', label: 'Server errors (5xx)' },
    ],
  },
  {
    name: 'method',
    label: 'Method',
    options: [
      { value: '', label: 'Any method' },
      ...['GET', 'POST', 'PATCH', 'DELETE'].map((value) => ({ value, label: value })),
    ],
  },
  {
    name: 'path',
    label: 'Path',
    options: [
      { value: '', label: 'Any path' },
      ...[
        '/bookings',
        '/quotes',
        '/schedule',
        '/webhooks',
        '/events',
        '/billing',
        '/account',
        '/sandbox',
      ].map((value) => ({ value, label: value })),
    ],
  },
  { name: 'time', label: 'Time', options: timeOptions },
] as const;

interface RequestFilterBarProps {
  readonly filters: RequestFilters;
  readonly onChange: (filters: RequestFilters) => void;
  /** Additional filters, shown before the standard ones. */
  readonly children?: ReactNode;
}

export function RequestFilterBar({ filters, onChange, children }: RequestFilterBarProps) {
  const set = (change: RequestFilters) => onChange({ ...filters, ...change });
  return (
    <search className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <SearchField
        placeholder="Request, booking or client id"
        value={filters.search ?? ''}
        onChange={(search) => set({ search })}
      />
      {children}
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          isLabelHidden
          className="sm:w-40"
          value={filters[name] ?? ''}
          onChange={(value) => set({ [name]: value })}
          options={options}
        />
      ))}
      <TimeFields filter={filters} onChange={set} />
      {Object.keys(filters).length > 0 && (
        <Button look="plain" icon="close" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </search>
  );
}
