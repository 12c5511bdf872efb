// Bookings of all accounts, newest or soonest first, filtered by the URL's query.
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
import { alertKinds, alertLabels } from '../board/board-labels.ts';
import { areaNamesQuery } from '../board/board-queries.ts';
import { organizationsQuery } from '../organizations/organization-queries.ts';
import { bookingsQuery } from './booking-queries.ts';
import { BookingTable } from './booking-table.tsx';

const OPEN = 'state=created,dispatched';

export function BookingList() {
  const search = useSearch();
  const { data, error, refetch } = useQuery(bookingsQuery(search === '' ? '' : `?${search}`));
  const params = new URLSearchParams(search);
  const isByWindow = params.get('sort') === 'window';
  const isFiltered = search !== '';
  return (
    <>
      <PageHead
        title="Bookings"
        lead={`Bookings of all organizations, ${isByWindow ? 'soonest window' : 'newest'} first.`}
      />
      <Filters search={search} />
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <Card isFlush>
          {!data && <SkeletonRows rows={8} label="Loading bookings" />}
          {data?.data.length === 0 && (
            <EmptyState
              icon="search"
              title={isFiltered ? 'No matching bookings' : 'No bookings yet'}
              actions={
                isFiltered ? undefined : <ButtonLink href="/organizations">Open Organizations</ButtonLink>
              }
            >
              {isFiltered
                ? 'Remove a filter or select another day.'
                : 'Bookings appear here when partners create them through the API or in the portal. To give a partner access, create an organization and invite people to the portal.'}
            </EmptyState>
          )}
          {data && data.data.length > 0 && <BookingTable bookings={data.data} />}
        </Card>
      )}
      {data && (data.next !== null || data.previous !== null) && (
        <nav aria-label="Pages" className="flex justify-between gap-2">
          <PageLink address={data.previous} label={isByWindow ? 'Earlier' : 'Newer'} />
          <PageLink address={data.next} label={isByWindow ? 'Later' : 'Older'} />
        </nav>
      )}
    </>
  );
}

function PageLink({ address, label }: { readonly address: string | null; readonly label: string }) {
  if (address === null) return <span />;
  return <ButtonLink href={`/bookings${new URL(address, location.origin).search}`}>{label}</ButtonLink>;
}

/** Values are query strings: an alert of the board or states of bookings. */
const states = [
  { value: '', label: 'All states' },
  { value: OPEN, label: 'Open' },
  ...alertKinds.map((kind) => ({ value: `alert=${kind}`, label: alertLabels[kind] })),
  { value: 'state=dispatched', label: 'With a crew' },
  { value: 'state=completed', label: 'Completed' },
  { value: 'state=cancelled', label: 'Cancelled' },
];

const sorts = [
  { value: '', label: 'Newest first' },
  { value: 'window', label: 'Soonest window first' },
];

function Filters({ search }: { readonly search: string }) {
  const [, go] = useLocation();
  const { data: areas = [] } = useQuery(areaNamesQuery);
  const { data: organizations } = useQuery(organizationsQuery);
  const params = new URLSearchParams(search);
  const [text, setText] = useState(params.get('q') ?? '');
  const setFilters = (filters: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(search);
    for (const page of ['after', 'before']) next.delete(page);
    for (const [name, value] of Object.entries(filters)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    go(`/bookings${next.size > 0 ? `?${next}` : ''}`);
  };
  const setFilter = (name: string, value: string) => setFilters({ [name]: value });
  const state = ['alert', 'state'].flatMap((name) => (params.has(name) ? `${name}=${params.get(name)}` : []));
  const setState = (query: string) =>
    setFilters({ alert: '', state: '', ...Object.fromEntries(new URLSearchParams(query)) });
  // The soonest of all bookings is the oldest: without another filter, the order begins with open ones.
  const setSort = (sort: string) =>
    setFilters({
      sort,
      ...(sort === 'window' && state.length === 0 && !params.has('day') && { state: 'created,dispatched' }),
    });
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
          placeholder="Code, order, name or phone"
          className="min-w-0 flex-1"
          maxLength={100}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" icon="search">
          Search
        </Button>
      </div>
      <Select label="State" value={state[0] ?? ''} options={states} onChange={setState} />
      <Select label="Sort by" value={params.get('sort') ?? ''} options={sorts} onChange={setSort} />
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
