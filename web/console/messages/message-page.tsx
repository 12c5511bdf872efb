// Message page: text, recipient, status, and a dialog that sends the message again.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatPhone } from '../../ui/phone-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Message } from '../api.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { channelLabels, formatReason, kindLabels, statusLabel } from './message-labels.ts';
import { messageQuery } from './message-queries.ts';

export function MessagePage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(messageQuery(id));
  const [isConfirming, setIsConfirming] = useState(false);
  const maySend = useHasRole('dispatcher');
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="message" />;
  if (!data)
    return (
      <Card isFlush>
        <SkeletonRows label="Loading the message" />
      </Card>
    );
  const { kind, status, text, subject, channel } = data;
  return (
    <>
      <PageHead
        title={kindLabels[kind] ?? kind}
        back={{ href: '/messages', label: 'Messages' }}
        heading={
          <span className="flex flex-wrap items-center gap-3">
            {kindLabels[kind] ?? kind}
            <Badge tone={statusLabel[status].tone} hasDot>
              {statusLabel[status].label}
            </Badge>
          </span>
        }
        lead={formatReason(data)}
        actions={
          maySend &&
          status !== 'waiting' &&
          data.reason !== 'sandbox' &&
          text !== null && (
            <Button icon="send" onClick={() => setIsConfirming(true)}>
              Send again
            </Button>
          )
        }
      />
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <Card title={subject ?? channelLabels[channel]}>
          <p className="max-w-[70ch] whitespace-pre-wrap">
            {text ?? 'The text was erased after the retention period.'}
          </p>
        </Card>
        <MessageDetails message={data} />
      </div>
      {isConfirming && <ResendDialog message={data} onClose={() => setIsConfirming(false)} />}
    </>
  );
}

function MessageDetails({ message }: { readonly message: Message }) {
  const { account, booking, address, channel, language, attempts, reference, created_at, finished_at } =
    message;
  return (
    <Card title="Details">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Detail name="To">{address === null ? 'Erased' : formatPhone(address)}</Detail>
        <Detail name="Channel">{channelLabels[channel]}</Detail>
        <Detail name="Organization">
          <Link href={`/organizations/${account.id}`} className="rounded-sm underline underline-offset-2">
            {account.name}
          </Link>
        </Detail>
        {booking && (
          <Detail name="Booking">
            <Link href={`/bookings/${booking.id}`} className="rounded-sm underline underline-offset-2">
              {booking.hid ?? booking.id}
            </Link>
          </Detail>
        )}
        {message.written_by !== null && <Detail name="From">{message.written_by}</Detail>}
        <Detail name="Language">{language === 'es' ? 'Spanish' : 'English'}</Detail>
        <Detail name="Created">
          <RelativeTime at={created_at} tip="start" />
        </Detail>
        {finished_at !== null && (
          <Detail name="Finished">
            <RelativeTime at={finished_at} tip="start" />
          </Detail>
        )}
        <Detail name="Attempts">{attempts}</Detail>
        {reference !== null && <Detail name="Reference">{reference}</Detail>}
        {message.resend_of !== null && (
          <Detail name="Resend of">
            <Link href={`/messages/${message.resend_of}`} className="rounded-sm underline underline-offset-2">
              the original message
            </Link>
          </Detail>
        )}
      </dl>
    </Card>
  );
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface ResendDialogProps {
  readonly message: Message;
  readonly onClose: () => void;
}

function ResendDialog({ message: { id, address }, onClose }: ResendDialogProps) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const resend = useMutation({
    mutationFn: () => write<Message>('POST', `/messages/${id}/resend`),
    onSuccess: (resent) => {
      toast('The message is being sent again.');
      void client.invalidateQueries({ queryKey: ['messages'] });
      navigate(`/messages/${resent.id}`);
    },
  });
  return (
    <ConfirmDialog
      title="Send the message again?"
      confirm="Send again"
      busy={resend.isPending}
      error={resend.error?.message}
      onConfirm={() => resend.mutate()}
      onClose={onClose}
    >
      {address && formatPhone(address)} receives the same text again immediately, at any hour. Check that the
      text is still correct.
    </ConfirmDialog>
  );
}
