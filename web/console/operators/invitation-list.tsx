// Invitations that are not accepted yet.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DueTime } from '../../ui/relative-time.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Invitation, LinkMail } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { roleLabels } from '../sign-in/role-labels.ts';
import { invitationsQuery } from './operator-queries.ts';

const mailLabels: Readonly<Record<LinkMail, { readonly label: string; readonly tone: Tone }>> = {
  not_connected: { label: 'Not e-mailed', tone: 'quiet' },
  waiting: { label: 'Sending e-mail', tone: 'warn' },
  sent: { label: 'E-mail sent', tone: 'good' },
  failed: { label: 'E-mail failed', tone: 'bad' },
};

export function InvitationList() {
  const { data } = useQuery(invitationsQuery);
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: ({ id }: Invitation) => write('DELETE', `/invitations/${id}`),
    onSuccess: (_response, { email }) => toast(`Invitation to ${email} withdrawn.`),
    onError: (error) => toast(error.message, 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: ['operators'] }),
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Open invitations" isFlush>
      <ul className="divide-y border-t">
        {data.data.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="font-semibold">{invitation.email}</p>
              <p className="text-[0.8125rem] text-muted">
                {roleLabels[invitation.role].name} · by {invitation.invited_by} · expires{' '}
                <DueTime at={invitation.expires_at} isInList tip="start" />
              </p>
            </div>
            <Badge tone={mailLabels[invitation.mail].tone}>{mailLabels[invitation.mail].label}</Badge>
            <Button
              size="small"
              aria-label={`Withdraw the invitation to ${invitation.email}`}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate(invitation)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
