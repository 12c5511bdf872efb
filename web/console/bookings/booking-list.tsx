// Bookings of all accounts, newest first, filtered by the URL's query.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { areaNamesQuery } from '../board/board-queries.ts';
import { organizationsQuery } from '../organizations/organization-queries.ts';
import { bookingsQuery } from './booking-queries.ts';
import { BookingTable } from './booking-table.tsx';

export function BookingList() {
  const search = useSearch();
  const { data, error, refetch } = useQuery(bookingsQuery(search === '' ? '' : `?${search}`));
  const isFiltered = search !== '';
  return (
    <>
      <PageHead title="Bookings" lead="Bookings of all organizations, newest first." />
      <Filters search={search} />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Card isFlush>
          {!data && <SkeletonRows rows={8} label="Loading bookings" />}
          {data?.data.length === 0 && (
            <EmptyState icon="search" title={isFiltered ? 'No matching bookings' : 'No bookings yet'}>
              {isFiltered
                ? 'Remove a filter or select another day.'
                : 'Bookings appear here when partners create them through the API or in the portal.'}
            </EmptyState>
          )}
          {data && data.data.length > 0 && <BookingTable bookings={data.data} />}
        </Card>
      )}
      {data && (data.next !== null || data.previous !== null) && (
        <nav aria-label="Pages" className="flex justify-between gap-2">
          <PageLink address={data.previous} label="Newer" />
          <PageLink address={data.next} label="Older" />
        </nav>
      )}
    </>
  );
}

function PageLink({ address, label }: { readonly address: string | null; readonly label: string }) {
  if (address === null) return <span />;
  return <ButtonLink href={`/bookings${new URL(address, location.origin).search}`}>{label}</ButtonLink>;
}

const states = [
  { value: '', label: 'All states' },
  { value: 'created', label: 'Unassigned' },
  { value: 'dispatched', label: 'Dispatched' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
];

function Filters({ search }: { readonly search: string }) {
  const [, go] = useLocation();
  const { data: areas = [] } = useQuery(areaNamesQuery);
  const { data: organizations } = useQuery(organizationsQuery);
  const params = new URLSearchParams(search);
  const [text, setText] = useState(params.get('q') ?? '');
  const setFilter = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    for (const page of ['after', 'before']) next.delete(page);
    if (value === '') next.delete(name);
    else next.set(name, value);
    go(`/bookings${next.size > 0 ? `?${next}` : ''}`);
  };
  return (
    <form
      aria-label="Filters"
      className="flex flex-wrap items-end gap-2 max-sm:grid max-sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim().length !== 1) setFilter('q', text.trim());
      }}
    >
      <div className="col-span-2 flex min-w-0 flex-[1_1_20rem] items-end gap-2">
        <TextField
          label="Search"
          type="search"
          placeholder="Confirmation code, order number, name, phone, e-mail"
          className="min-w-0 flex-1"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" icon="search">
          Search
        </Button>
      </div>
      <Select
        label="State"
        value={params.get('state') ?? ''}
        options={states}
        onChange={(value) => setFilter('state', value)}
      />
      {organizations && organizations.data.length > 1 && (
        <Select
          label="Organization"
          value={params.get('account_id') ?? ''}
          className="min-w-0 sm:max-w-56"
          options={[
            { value: '', label: 'All organizations' },
            ...organizations.data.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => setFilter('account_id', value)}
        />
      )}
      {areas.length > 1 && (
        <Select
          label="Area"
          value={params.get('area') ?? ''}
          options={[
            { value: '', label: 'All areas' },
            ...areas.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          onChange={(value) => setFilter('area', value)}
        />
      )}
      <TextField
        label="Day"
        type="date"
        value={params.get('day') ?? ''}
        onChange={(event) => setFilter('day', event.currentTarget.value)}
      />
    </form>
  );
}
