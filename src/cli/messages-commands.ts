// waybill messages list
import { type Command, Option } from 'commander';
import { type ListedMessage, listMessages } from '../features/notifications/system/message-list-store.ts';
import type { MessageStatus } from '../features/notifications/system/message-store.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseAccountId, parseListLimit } from './arguments.ts';
import { printJson, printTable } from './print.ts';
import { requireKnownAccount } from './require-account.ts';

interface ListOptions extends AdminOptions {
  readonly org?: string;
  readonly booking?: string;
  readonly status?: MessageStatus;
  readonly limit: number;
}

export function addMessageCommands(program: Command): void {
  program
    .command('messages')
    .description('Inspect messages to customers and partners')
    .command('list')
    .description('List messages, newest first, including those that were only stored')
    .option('--org <id>', 'filter by account', parseAccountId)
    .option('--booking <id>', 'filter by booking id or confirmation code')
    .addOption(
      new Option('--status <status>', 'filter by status').choices([
        'waiting',
        'sent',
        'kept',
        'dropped',
        'not_sent',
        'failed',
      ]),
    )
    .option('--limit <number>', 'maximum number of results', parseListLimit, 20)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(list);
}

async function list({ org, booking, status, limit, environment, json }: ListOptions): Promise<void> {
  const filter = { accountId: org, booking, status, limit };
  const messages = await withAdmin(environment, async (admin) => {
    await requireKnownAccount(admin, org);
    return listMessages(admin.system, filter);
  });
  if (json) return printJson(messages.map(toJson));
  printTable(
    ['CREATED', 'STATUS', 'KIND', 'CHANNEL', 'TO', 'BOOKING', 'TEXT'],
    messages.map((message) => [
      message.createdAt.toISOString(),
      message.reason ? `${message.status} (${message.reason})` : message.status,
      message.kind,
      message.channel,
      message.address ?? '(erased)',
      message.bookingHid ?? '-',
      previewOf(message),
    ]),
  );
}

function previewOf({ content }: ListedMessage): string {
  if (content === null) return '(erased)';
  return 'subject' in content ? content.subject : content.text;
}

function toJson({ content, ...message }: ListedMessage) {
  return {
    id: message.id,
    account_id: message.accountId,
    account_name: message.accountName,
    booking_id: message.bookingId,
    booking_hid: message.bookingHid,
    kind: message.kind,
    channel: message.channel,
    language: message.language,
    recipient: message.recipient,
    address: message.address,
    subject: content && 'subject' in content ? content.subject : null,
    text: content?.text ?? null,
    status: message.status,
    reason: message.reason,
    attempts: message.attempts,
    reference: message.reference,
    created_at: message.createdAt,
    finished_at: message.finishedAt,
  };
}
