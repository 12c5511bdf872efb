// Filters of the delivery log. The search is debounced; the other filters apply at once.
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TimeFields } from '../../ui/time-fields.tsx';
import { timeOptions } from '../../ui/time-span.ts';
import { typeOptions, useCatalogue } from '../catalogue/catalogue-queries.ts';
import { splitUrl } from '../endpoints/endpoint-labels.ts';
import { useEndpoints } from '../endpoints/endpoint-queries.ts';
import type { DeliveryFilters } from './delivery-filters.ts';

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
      <SearchField
        placeholder="Booking, order number or event id"
        value={filters.search ?? ''}
        onChange={(search) => set({ search })}
      />
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
      <TimeFields filter={filters} onChange={set} />
      {Object.keys(filters).length > 0 && (
        <Button look="plain" icon="close" onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </search>
  );
}
