// Users page: users of partner applications with a search, and the routes of the user pages.
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, Route, Switch, useSearchParams } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { User } from '../api.ts';
import { UserPage } from './user-page.tsx';
import { usersQuery } from './user-queries.ts';

export function UsersPage() {
  return (
    <Switch>
      <Route path="/users">
        <UserListPage />
      </Route>
      <Route path="/users/:id">{({ id }) => <UserPage key={id} id={id} />}</Route>
    </Switch>
  );
}

function UserListPage() {
  const [params, setParams] = useSearchParams();
  const username = params.get('username') ?? '';
  const users = useInfiniteQuery(usersQuery(username));
  const list = users.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <PageHead
        title="Users"
        lead="People with a personal account, who sign in to applications of partners."
      />
      <form
        className="sm:w-72"
        onSubmit={(event) => {
          event.preventDefault();
          const text = String(new FormData(event.currentTarget).get('username')).trim();
          setParams(text === '' ? {} : { username: text }, { replace: true });
        }}
      >
        <TextField
          key={username}
          label="User name"
          isLabelHidden
          type="search"
          name="username"
          placeholder="Search by user name"
          defaultValue={username}
          maxLength={255}
        />
      </form>
      {users.error && !list ? (
        <LoadError error={users.error} onRetry={users.refetch} />
      ) : (
        <Card isFlush>
          {list === undefined && <SkeletonRows rows={8} label="Loading users" />}
          {list?.length === 0 && <NoUsers isFiltered={username !== ''} />}
          {list !== undefined && list.length > 0 && (
            <ul aria-label="Users" className="divide-y">
              {list.map((user) => (
                <UserRow key={user.id} user={user} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {users.hasNextPage && (
        <Button
          className="justify-self-center"
          busy={users.isFetchingNextPage}
          onClick={() => void users.fetchNextPage()}
        >
          Show older users
        </Button>
      )}
    </>
  );
}

function UserRow({
  user: { id, username, disabled, session_count, application_count },
}: {
  readonly user: User;
}) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-hover sm:px-5">
      <Link
        href={`/users/${id}`}
        className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere] after:absolute after:inset-0 max-sm:basis-full"
      >
        {username}
      </Link>
      {disabled && <Badge tone="bad">Disabled</Badge>}
      <span className="text-[0.8125rem] text-muted">
        {counted(application_count, 'application')}, {counted(session_count, 'session')}
      </span>
    </li>
  );
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function NoUsers({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No matching users">
        No user name contains this text.
      </EmptyState>
    );
  return (
    <EmptyState icon="people" title="No users yet">
      Users with a personal account appear here. To create one, run waybill users create.
    </EmptyState>
  );
}
