// The filters of the log. Search waits until the typing stops; the rest takes effect at once.
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { typeOptions, useCatalogue } from '../catalogue/catalogue-queries.ts';
import { useEndpoints } from '../endpoints/endpoint-queries.ts';
import { splitUrl } from '../endpoints/endpoint-words.ts';
import { type DeliveryFilters, timeOptions } from './delivery-filters.ts';

const TYPING_MS = 300;

const statusOptions = [
  { value: '', label: 'Any status' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'pending', label: 'Queued or retrying' },
  { value: 'failed', label: 'Failed' },
  { value: 'discarded', label: 'Discarded' },
];

interface FilterBarProps {
  readonly filters: DeliveryFilters;
  readonly onChange: (filters: DeliveryFilters) => void;
}

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const endpoints = useEndpoints();
  const catalogue = useCatalogue();
  const set = (change: DeliveryFilters) => onChange({ ...filters, ...change });
  const choices = [
    { name: 'status', label: 'Status', options: statusOptions },
    {
      name: 'type',
      label: 'Event type',
      options: [{ value: '', label: 'Any type' }, ...typeOptions(catalogue.data ?? [])],
    },
    {
      name: 'endpoint',
      label: 'Endpoint',
      options: [
        { value: '', label: 'Any endpoint' },
        ...(endpoints.data ?? []).map(({ id, url }) => {
          const { host, path } = splitUrl(url);
          return { value: id, label: host + path };
        }),
      ],
    },
    { name: 'time', label: 'Time', options: timeOptions },
  ] as const;
  return (
    <search className="grid grid-cols-2 items-end gap-2 sm:flex sm:flex-wrap">
      <SearchField value={filters.search ?? ''} onChange={(search) => set({ search })} />
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          isLabelHidden
          className="sm:w-42"
          value={filters[name] ?? ''}
          onChange={(value) => set({ [name]: value })}
          options={options}
        />
      ))}
      {filters.time === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            label={name === 'from' ? 'From' : 'To'}
            type="datetime-local"
            className="col-span-2 sm:w-52"
            value={filters[name] ?? ''}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
      {Object.keys(filters).length > 0 && (
        <Button look="plain" icon="close" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </search>
  );
}

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    // The address changed under us, say by going back.
    setKnown(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => {
      setKnown(text.trim());
      onChange(text.trim());
    }, TYPING_MS);
    return () => clearTimeout(timer);
  });
  return (
    <TextField
      label="Search"
      isLabelHidden
      type="search"
      placeholder="Booking, order number or event id"
      className="col-span-2 sm:min-w-60 sm:flex-1"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
