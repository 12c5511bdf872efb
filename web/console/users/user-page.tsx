// User page: applications with access, sign-in sessions, and the actions of an admin.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { UserDetails } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { userQuery } from './user-queries.ts';

export function UserPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(userQuery(id));
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="user" />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows label="Loading the user" />
      </Card>
    );
  }
  return (
    <>
      <PageHead
        title={data.username}
        heading={
          <span className="inline-flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
            {data.username}
            {data.disabled && <Badge tone="bad">Disabled</Badge>}
          </span>
        }
        back={{ href: '/users', label: 'Users' }}
        actions={<UserActions user={data} />}
      />
      <Card title="Applications with access" isFlush>
        {data.applications.length === 0 && (
          <p className={emptyClass}>No application has access to this account.</p>
        )}
        <ul aria-label="Applications" className="divide-y">
          {data.applications.map((application) => (
            <li key={application.id} className={`flex items-start justify-between gap-4 ${rowClass}`}>
              <div className="min-w-0">
                <p className="font-semibold">{application.name}</p>
                <p>{permissionsOf(application.scopes)}</p>
                <p className="text-[0.8125rem] text-muted">
                  by {application.organization} · granted <RelativeTime at={application.granted_at} />
                  {application.last_used_at !== null && (
                    <>
                      , last used <RelativeTime at={application.last_used_at} />
                    </>
                  )}
                </p>
              </div>
              <RevokeGrant user={data} application={application} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Sessions" isFlush>
        {data.sessions.length === 0 && <p className={emptyClass}>The user is not signed in.</p>}
        <ul aria-label="Sessions" className="divide-y">
          {data.sessions.map((session) => (
            <li key={session.id} className={rowClass}>
              <p className="font-semibold">{session.browser ?? 'Unknown browser'}</p>
              <p className="text-[0.8125rem] text-muted">
                Signed in <RelativeTime at={session.created_at} />
                {session.address !== null && ` from ${session.address}`}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

const rowClass = 'px-4 py-3 first:border-t sm:px-5';
const emptyClass = 'px-4 pb-4 text-muted sm:px-5';

/** In the words of the page on which the user granted the access. */
function permissionsOf(scopes: readonly string[]): string {
  const reads = scopes.includes('user') || scopes.includes('user:read');
  const writes = scopes.includes('user') || scopes.includes('user:write');
  if (reads && writes) return 'Sees, books and changes deliveries of the user';
  if (reads) return 'Sees deliveries of the user';
  if (writes) return 'Books and changes deliveries of the user';
  return 'Knows that the user signed in. No access to deliveries';
}

interface Action {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  /** Toast after success. */
  readonly done: string;
  readonly isDangerous: boolean;
  readonly call: readonly [method: 'PATCH' | 'DELETE', path: string, body: object | undefined];
}

const actions = {
  disable: {
    label: 'Disable',
    title: 'Disable this user?',
    text: 'The user is signed out everywhere and all applications lose their access immediately.',
    done: 'User disabled.',
    isDangerous: true,
    call: ['PATCH', '', { disabled: true }],
  },
  enable: {
    label: 'Enable',
    title: 'Enable this user?',
    text: 'The user can sign in again with the same password. Applications must ask for access again.',
    done: 'User enabled.',
    isDangerous: false,
    call: ['PATCH', '', { disabled: false }],
  },
  sessions: {
    label: 'End sessions',
    title: 'End all sessions of this user?',
    text: 'The user is signed out in every browser. Applications keep their access.',
    done: 'Sessions ended.',
    isDangerous: true,
    call: ['DELETE', '/sessions', undefined],
  },
  grants: {
    label: 'Revoke all access',
    title: 'Revoke the access of all applications?',
    text: 'All tokens of the user stop working immediately. Applications must ask for access again.',
    done: 'Access revoked.',
    isDangerous: true,
    call: ['DELETE', '/grants', undefined],
  },
} as const satisfies Record<string, Action>;

type ActionName = keyof typeof actions;

function UserActions({ user }: { readonly user: UserDetails }) {
  const [open, setOpen] = useState<ActionName | null>(null);
  const offered: ActionName[] = [
    ...(user.sessions.length > 0 ? (['sessions'] as const) : []),
    ...(user.applications.length > 0 ? (['grants'] as const) : []),
    user.disabled ? 'enable' : 'disable',
  ];
  return (
    <>
      {offered.map((name) => (
        <Button
          key={name}
          size="small"
          look={name === 'disable' ? 'danger-quiet' : 'quiet'}
          onClick={() => setOpen(name)}
        >
          {actions[name].label}
        </Button>
      ))}
      {open !== null && <ActionDialog user={user} action={actions[open]} onClose={() => setOpen(null)} />}
    </>
  );
}

interface RevokeGrantProps {
  readonly user: UserDetails;
  readonly application: UserDetails['applications'][number];
}

function RevokeGrant({ user, application: { id, name } }: RevokeGrantProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        look="quiet"
        aria-label={`Revoke the access of ${name}`}
        onClick={() => setOpen(true)}
      >
        Revoke
      </Button>
      {isOpen && (
        <ActionDialog
          user={user}
          action={{
            label: 'Revoke access',
            title: `Revoke the access of ${name}?`,
            text: `${name} loses access to the account of this user immediately, and must ask for it again. Other applications keep theirs.`,
            done: `Access of ${name} revoked.`,
            isDangerous: true,
            call: ['DELETE', `/grants/${id}`, undefined],
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface ActionDialogProps {
  readonly user: UserDetails;
  readonly action: Action;
  readonly onClose: () => void;
}

function ActionDialog({ user, action, onClose }: ActionDialogProps) {
  const { label, title, text, done, isDangerous, call } = action;
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: () => write(call[0], `/users/${user.id}${call[1]}`, call[2]),
    onSuccess: () => {
      toast(done);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['users'] }),
  });
  return (
    <ConfirmDialog
      title={title}
      confirm={label}
      isDangerous={isDangerous}
      busy={run.isPending}
      error={run.error?.message}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
