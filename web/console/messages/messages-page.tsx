// Messages page: list of messages to customers and partners with filters, and the routes of the message pages.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, Route, Switch, useSearchParams } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatPhone } from '../../ui/phone-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { Message } from '../api.ts';
import { organizationsQuery } from '../organizations/organization-queries.ts';
import { channelLabels, formatShortReason, kindLabels, statusLabel } from './message-labels.ts';
import { MessagePage } from './message-page.tsx';
import { type MessageFilters, messagesQuery } from './message-queries.ts';

export function MessagesPage() {
  return (
    <Switch>
      <Route path="/messages">
        <MessageListPage />
      </Route>
      <Route path="/messages/:id">{({ id }) => <MessagePage key={id} id={id} />}</Route>
    </Switch>
  );
}

const filterNames = ['status', 'channel', 'account', 'booking', 'address'] as const;

function MessageListPage() {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? ''])) as Record<
    (typeof filterNames)[number],
    string
  >;
  const messages = useInfiniteQuery(messagesQuery(filters));
  const list = messages.data?.pages.flatMap(({ data }) => data);
  const isFiltered = filterNames.some((name) => filters[name] !== '');
  function setFilters(change: Partial<MessageFilters>): void {
    const activeFilters = Object.entries({ ...filters, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(activeFilters), { replace: true });
  }
  return (
    <>
      <PageHead title="Messages" lead="Messages to customers and partners, newest first." />
      <FilterBar filters={filters} onChange={setFilters} />
      {messages.error && !list ? (
        <LoadError error={messages.error} onRetry={messages.refetch} />
      ) : (
        <Card isFlush>
          {list === undefined && <SkeletonRows rows={8} label="Loading messages" />}
          {list?.length === 0 && <NoMessages isFiltered={isFiltered} onClear={() => setParams({})} />}
          {list !== undefined && list.length > 0 && (
            <ul aria-label="Messages" className="divide-y">
              {list.map((message) => (
                <MessageRow key={message.id} message={message} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {messages.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={messages.isFetchingNextPage}
          onClick={() => void messages.fetchNextPage()}
        >
          Show older messages
        </Button>
      )}
    </>
  );
}

interface FilterBarProps {
  readonly filters: MessageFilters;
  readonly onChange: (change: Partial<MessageFilters>) => void;
}

function FilterBar({ filters, onChange }: FilterBarProps) {
  const organizations = useQuery(organizationsQuery);
  const emptyOption = (label: string) => ({ value: '', label });
  return (
    <search className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <Select
        label="Status"
        isLabelHidden
        className="sm:w-36"
        value={filters.status}
        onChange={(status) => onChange({ status })}
        options={[
          emptyOption('Any status'),
          ...Object.entries(statusLabel).map(([value, { label }]) => ({ value, label })),
        ]}
      />
      <Select
        label="Channel"
        isLabelHidden
        className="sm:w-36"
        value={filters.channel}
        onChange={(channel) => onChange({ channel })}
        options={[
          emptyOption('Any channel'),
          ...Object.entries(channelLabels).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Select
        label="Organization"
        isLabelHidden
        className="col-span-2 sm:w-48"
        value={filters.account}
        onChange={(account) => onChange({ account })}
        options={[
          emptyOption('Any organization'),
          ...(organizations.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <SearchField label="Booking" name="booking" value={filters.booking} onChange={onChange} />
      <SearchField label="Phone or e-mail" name="address" value={filters.address} onChange={onChange} />
    </search>
  );
}

interface SearchFieldProps {
  readonly label: string;
  readonly name: 'booking' | 'address';
  readonly value: string;
  readonly onChange: (change: Partial<MessageFilters>) => void;
}

/** Applies the filter on Enter or when the field loses focus. */
function SearchField({ label, name, value, onChange }: SearchFieldProps) {
  return (
    <form
      className="sm:w-44"
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ [name]: String(new FormData(event.currentTarget).get(name)).trim() });
      }}
    >
      <TextField
        key={value}
        label={label}
        isLabelHidden
        type="search"
        name={name}
        placeholder={label}
        defaultValue={value}
        maxLength={64}
        onBlur={({ currentTarget }) => {
          if (currentTarget.value.trim() !== value) onChange({ [name]: currentTarget.value.trim() });
        }}
      />
    </form>
  );
}

function MessageRow({ message }: { readonly message: Message }) {
  const { id, kind, channel, status, address, subject, text, booking, account, created_at, resend_of } =
    message;
  const shortReason = formatShortReason(message);
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 hover:bg-hover sm:grid-cols-[9rem_minmax(0,1fr)_auto_5rem] sm:px-5">
      <p className="flex items-center gap-2 font-semibold">
        <Icon name={channel === 'sms' ? 'message' : 'mail'} className="text-muted" />
        <span className="sr-only">{channelLabels[channel]}: </span>
        <Link href={`/messages/${id}`} className="rounded-sm after:absolute after:inset-0">
          {kindLabels[kind]}
        </Link>
      </p>
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <p className="truncate">{subject ?? text ?? 'Erased'}</p>
        <p className="truncate text-[0.8125rem] text-muted">
          {address === null ? 'Erased' : formatPhone(address)} · {booking?.hid ?? account.name}
          {resend_of !== null && ' · sent again'}
          {shortReason !== null && ` · ${shortReason}`}
        </p>
      </div>
      <Badge tone={statusLabel[status].tone}>{statusLabel[status].label}</Badge>
      <span className="text-right text-[0.8125rem] text-muted max-sm:hidden">
        <RelativeTime at={created_at} isInList tip="end" />
      </span>
    </li>
  );
}

interface NoMessagesProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function NoMessages({ isFiltered, onClear }: NoMessagesProps) {
  if (isFiltered)
    return (
      <EmptyState
        icon="search"
        title="No matching messages"
        actions={<Button onClick={onClear}>Clear filters</Button>}
      >
        No message matches these filters.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="mail"
      title="No messages yet"
      actions={<ButtonLink href="/bookings">Open Bookings</ButtonLink>}
    >
      Messages to the contacts of bookings appear here: confirmations, notices that the crew is on its way,
      and completions. To create one, a partner books with contacts.
    </EmptyState>
  );
}
