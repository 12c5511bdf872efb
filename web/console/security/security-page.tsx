// Security page: events about sign-ins, credentials and access, with filters and export.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Menu, menuItemClass } from '../../ui/menu.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TimeFields } from '../../ui/time-fields.tsx';
import { timeOptions } from '../../ui/time-span.ts';
import { organizationsQuery } from '../organizations/organization-queries.ts';
import { SecurityEventTable } from './security-event-table.tsx';
import {
  readSecurityFilters,
  type SecurityFilters,
  securityEventTypesQuery,
  useSecurityEvents,
  useSecurityExport,
  writeSecurityFilters,
} from './security-queries.ts';

export function SecurityPage() {
  const [params, setParams] = useSearchParams();
  const filters = readSecurityFilters(params);
  const setFilters = (next: SecurityFilters) => setParams(writeSecurityFilters(next), { replace: true });
  const set = (change: SecurityFilters) => setFilters({ ...filters, ...change });
  const events = useSecurityEvents(filters);
  const list = events.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <PageHead
        title="Security"
        lead="Sign-ins, credentials, access rights and personal data, newest first. Repeated failures of one name from one network are one entry per minute."
        actions={<ExportMenu filters={filters} />}
      />
      <FilterBar filters={filters} onChange={set} onClear={() => setFilters({})} />
      {events.error && !list ? (
        <LoadError error={events.error} onRetry={events.refetch} />
      ) : (
        <Card isFlush className={events.isPlaceholderData ? 'opacity-60' : ''}>
          {list === undefined && <SkeletonRows rows={8} label="Loading security events" />}
          {list?.length === 0 && (
            <NoEvents isFiltered={Object.keys(filters).length > 0} onClear={() => setFilters({})} />
          )}
          {list !== undefined && list.length > 0 && <SecurityEventTable events={list} onFilter={set} />}
        </Card>
      )}
      {events.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={events.isFetchingNextPage}
          onClick={() => void events.fetchNextPage()}
        >
          Show older events
        </Button>
      )}
    </>
  );
}

function ExportMenu({ filters }: { readonly filters: SecurityFilters }) {
  const download = useSecurityExport(filters);
  return (
    <Menu
      label="Export"
      grows="end-wide"
      buttonClass="inline-flex min-h-9 items-center gap-2 rounded-lg border bg-card px-3.5 py-1 font-semibold shadow-xs hover:border-field-line hover:bg-hover pointer-coarse:min-h-11"
      button={
        <span aria-hidden="true" className="inline-flex items-center gap-2">
          <Icon name="down" />
          Export
        </span>
      }
    >
      {(['csv', 'ndjson'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className={menuItemClass}
          disabled={download.isPending}
          onClick={() => download.mutate(format)}
        >
          {format === 'csv' ? 'CSV for spreadsheets' : 'NDJSON for programs'}
        </button>
      ))}
    </Menu>
  );
}

interface FilterBarProps {
  readonly filters: SecurityFilters;
  readonly onChange: (change: SecurityFilters) => void;
  readonly onClear: () => void;
}

const severityOptions = [
  { value: '', label: 'Any severity' },
  { value: 'critical', label: 'Critical' },
  { value: 'warning', label: 'Warning' },
  { value: 'info', label: 'Info' },
];

function FilterBar({ filters, onChange, onClear }: FilterBarProps) {
  const types = useQuery(securityEventTypesQuery);
  const organizations = useQuery(organizationsQuery);
  const selects = [
    {
      name: 'event',
      label: 'Event',
      options: [
        { value: '', label: 'Any event' },
        ...(types.data?.data ?? []).map(({ event, title }) => ({ value: event, label: title })),
      ],
    },
    { name: 'severity', label: 'Severity', options: severityOptions },
    {
      name: 'account',
      label: 'Organization',
      options: [
        { value: '', label: 'Any organization' },
        ...(organizations.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    { name: 'time', label: 'Time', options: timeOptions },
  ] as const;
  return (
    <search className="grid grid-cols-2 items-end gap-2 md:grid-cols-4">
      <SearchField
        label="Actor"
        placeholder="Actor: id or kind"
        value={filters.actor ?? ''}
        onChange={(actor) => onChange({ actor })}
      />
      <SearchField
        label="Subject"
        placeholder="Subject: id or kind"
        value={filters.subject ?? ''}
        onChange={(subject) => onChange({ subject })}
      />
      {selects.map(({ name, label, options }) => (
        <Select
          key={name}
          label={label}
          isLabelHidden
          value={filters[name] ?? ''}
          onChange={(value) => onChange({ [name]: value })}
          options={options}
        />
      ))}
      <TimeFields filter={filters} onChange={onChange} />
      {Object.keys(filters).length > 0 && (
        <Button look="plain" icon="close" className="justify-self-start" onClick={onClear}>
          Clear
        </Button>
      )}
    </search>
  );
}

function NoEvents({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered)
    return (
      <EmptyState icon="shield" title="No security events yet">
        Sign-ins, failed attempts and changes of credentials appear here within seconds.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="search"
      title="No events match these filters"
      actions={
        <Button onClick={onClear} icon="close">
          Clear filters
        </Button>
      }
    >
      Under Actor and Subject, enter an id, a kind such as operator, or both as operator:id.
    </EmptyState>
  );
}
