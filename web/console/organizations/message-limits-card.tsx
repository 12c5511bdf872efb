// Message limits of an organization: the limits in force, the messages of today, and a dialog to change them.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { MessageLimits, OwnMessageLimits } from '../api.ts';
import { channelLabels } from '../messages/message-labels.ts';
import { useHasRole, useWrite } from '../session-context.tsx';
import { messageLimitsQuery } from './organization-queries.ts';

const channels = ['sms', 'email'] as const;
type LimitName = keyof MessageLimits['defaults']['sms'];

const limitLabels: Readonly<Record<LimitName, string>> = {
  per_recipient_day: 'Per recipient and day',
  per_booking: 'Per booking',
  per_account_day: 'Per day',
};
const limitNames = Object.keys(limitLabels) as LimitName[];

export function MessageLimitsCard({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(messageLimitsQuery(id));
  const [isEditing, setIsEditing] = useState(false);
  const mayEdit = useHasRole('admin');
  return (
    <Card
      title="Message limits"
      note="Messages beyond a limit are recorded and not sent. Days are UTC days."
      aside={
        mayEdit &&
        data && (
          <Button size="small" icon="edit" onClick={() => setIsEditing(true)}>
            Edit<span className="sr-only"> the message limits</span>
          </Button>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-20 max-w-md" />}
      {data && <LimitTable limits={data} id={id} />}
      {isEditing && data && <LimitDialog id={id} limits={data} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

function LimitTable({ limits, id }: { readonly limits: MessageLimits; readonly id: string }) {
  return (
    <table className="w-full max-w-xl text-left align-baseline">
      <thead>
        <tr>
          <th scope="col" className="sr-only">
            Limit
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="py-1 pr-4 font-medium">
              {channelLabels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {limitNames.map((name) => (
          <tr key={name}>
            <th scope="row" className={rowLabel}>
              {limitLabels[name]}
            </th>
            {channels.map((channel) => (
              <td key={channel} className="py-1 pr-4">
                {(limits.own[channel][name] ?? limits.defaults[channel][name]).toLocaleString('en-US')}
                {limits.own[channel][name] === null && <span className="text-muted"> (default)</span>}
              </td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row" className={rowLabel}>
            Today
          </th>
          {channels.map((channel) => (
            <td key={channel} className="py-1 pr-4">
              <TodayCell use={limits.today[channel]} href={unsentHref(id, channel)} />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

const rowLabel = 'py-1 pr-4 font-normal text-muted';

const unsentHref = (id: string, channel: string) =>
  `/messages?status=not_sent&channel=${channel}&account=${id}`;

interface TodayCellProps {
  readonly use: MessageLimits['today']['sms'];
  readonly href: string;
}

function TodayCell({ use: { sent, not_sent }, href }: TodayCellProps) {
  return (
    <>
      {sent.toLocaleString('en-US')} sent
      {not_sent > 0 && (
        <>
          {', '}
          <Link href={href} className="rounded-sm underline underline-offset-2">
            {not_sent.toLocaleString('en-US')} not sent
          </Link>
        </>
      )}
    </>
  );
}

interface LimitDialogProps {
  readonly id: string;
  readonly limits: MessageLimits;
  readonly onClose: () => void;
}

function LimitDialog({ id, limits, onClose }: LimitDialogProps) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (own: OwnMessageLimits) =>
      write<MessageLimits>('PUT', `/organizations/${id}/message-limits`, own),
    onSuccess: (updated) => {
      client.setQueryData(messageLimitsQuery(id).queryKey, updated);
      toast('Message limits saved.');
      onClose();
    },
  });
  const params = channels.flatMap((channel) => limitNames.map((name) => `${channel}.${name}`));
  const failure = errorForOtherParams(save.error, ...params);
  return (
    <Dialog title="Edit the message limits" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(readForm(new FormData(event.currentTarget)));
        }}
        className="grid gap-4 text-ink"
      >
        <p className="text-muted">
          An empty field stands for the default. 0 stops the messages. Messages that were not sent can be sent
          again on their own page.
        </p>
        {channels.map((channel) => (
          <fieldset key={channel} className="grid gap-3 sm:grid-cols-3 sm:items-end">
            <legend className="mb-1 text-muted">{channelLabels[channel]}</legend>
            {limitNames.map((name) => (
              <TextField
                key={name}
                label={limitLabels[name]}
                aria-label={`${channelLabels[channel]}: ${limitLabels[name]}`}
                name={`${channel}.${name}`}
                type="number"
                min={0}
                max={1_000_000}
                step={1}
                defaultValue={limits.own[channel][name] ?? ''}
                placeholder={String(limits.defaults[channel][name])}
                error={errorForParam(save.error, `${channel}.${name}`)}
              />
            ))}
          </fieldset>
        ))}
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={save.isPending}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function readForm(form: FormData): OwnMessageLimits {
  const limit = (field: string) => {
    const text = String(form.get(field)).trim();
    return text === '' ? null : Number(text);
  };
  const ofChannel = (channel: (typeof channels)[number]) => ({
    per_recipient_day: limit(`${channel}.per_recipient_day`),
    per_booking: limit(`${channel}.per_booking`),
    per_account_day: limit(`${channel}.per_account_day`),
  });
  return { sms: ofChannel('sms'), email: ofChannel('email') };
}
