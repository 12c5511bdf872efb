// One attempt: signs the event body and sends it to the endpoint URL.
import type { Context } from '../../../context.ts';
import type { SendResult, WebhookSender } from '../../../integrations/webhook-http/webhook-sender.ts';
import { signWebhook } from '../../../lib/webhook-signature.ts';
import type { ClaimedTask } from './claimed-task.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface Sending extends Pick<Context, 'clock'> {
  readonly sender: WebhookSender;
  readonly keys: SigningKeys;
  readonly userAgent: string;
}

export interface Attempt {
  readonly task: ClaimedTask;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly result: SendResult;
}

export async function sendDelivery(
  { clock, sender, keys, userAgent }: Sending,
  task: ClaimedTask,
  body: string | Buffer,
  signal: AbortSignal,
): Promise<Attempt> {
  const startedAt = clock.now();
  const timestampSeconds = Math.floor(startedAt.getTime() / 1000);
  const secrets = keys.at(task.secrets, startedAt.getTime());
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    'webhook-id': task.eventId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signWebhook({ id: task.eventId, timestampSeconds, body, secrets }),
  };
  const result = await sender.send({ url: task.url, headers: requestHeaders, body }, signal);
  return { task, startedAt, finishedAt: clock.now(), requestHeaders, result };
}
