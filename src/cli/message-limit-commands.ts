// waybill orgs message-limits show | set
import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import {
  limitDay,
  MAX_MESSAGE_LIMIT,
  type MessageLimits,
  type OwnMessageLimits,
} from '../domain/notification/message-limits.ts';
import { findOwnLimits, messageUse } from '../features/notifications/system/message-limit-store.ts';
import { type LimitChange, setMessageLimits } from '../features/notifications/system/set-message-limits.ts';
import { Problem } from '../lib/problem.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseOrganizationId } from './arguments.ts';
import { printJson, printTable } from './print.ts';
import { requireOrganization } from './require-account.ts';

/** Not null for the default: commander replaces null by an empty string. */
type Limit = number | 'default';

interface LimitOptions extends AdminOptions {
  readonly org: string;
  readonly smsPerRecipientDay?: Limit;
  readonly smsPerBooking?: Limit;
  readonly smsPerAccountDay?: Limit;
  readonly emailPerRecipientDay?: Limit;
  readonly emailPerBooking?: Limit;
  readonly emailPerAccountDay?: Limit;
}

/** Subcommands of `waybill orgs`. */
export function addMessageLimitCommands(orgs: Command): void {
  const limits = orgs
    .command('message-limits')
    .description('Manage how many messages are sent for an organization');
  const command = (name: string, description: string) =>
    limits
      .command(name)
      .description(description)
      .requiredOption('--org <id>', 'organization id', parseOrganizationId)
      .addOption(environmentOption())
      .addOption(jsonOption());
  command('show', 'Show the message limits of an organization and the messages of today').action(
    (options: LimitOptions) => show(options),
  );
  const set = command('set', 'Set message limits; omitted limits keep their values').action(setLimits);
  for (const [channel, what] of [
    ['sms', 'SMS'],
    ['email', 'e-mails'],
  ] as const) {
    set
      .option(
        `--${channel}-per-recipient-day <number>`,
        `${what} to one recipient per day, or "default"`,
        parseLimit,
      )
      .option(`--${channel}-per-booking <number>`, `${what} about one booking, or "default"`, parseLimit)
      .option(
        `--${channel}-per-account-day <number>`,
        `${what} of the organization per day, or "default"`,
        parseLimit,
      );
  }
}

async function setLimits(options: LimitOptions): Promise<void> {
  const change = changeOf(options);
  if (Object.keys({ ...change.sms, ...change.email }).length === 0)
    throw Problem.of('missing_parameter', 'Specify at least one limit, such as --sms-per-booking.');
  await show(options, change);
}

/** With `change`, sets limits first. */
async function show({ org, environment, json }: LimitOptions, change?: LimitChange): Promise<void> {
  const { own, used } = await withAdmin(environment, async (admin, actor) => {
    const { system, clock } = admin;
    await requireOrganization(admin, org);
    if (change) await setMessageLimits(admin, org, change, actor);
    return {
      own: await findOwnLimits(system, org),
      used: await messageUse(system, org, limitDay(clock.now())),
    };
  });
  const defaults = readConfig().messages.limits;
  if (json) return printJson({ org, defaults: view(defaults), own: view(own), today: todayOf(used) });
  printTable(
    ['CHANNEL', 'PER RECIPIENT AND DAY', 'PER BOOKING', 'PER DAY', 'SENT TODAY', 'NOT SENT TODAY'],
    (['sms', 'email'] as const).map((channel) => {
      const cell = (name: keyof MessageLimits['sms']) =>
        own[channel][name] === null ? `${defaults[channel][name]} (default)` : String(own[channel][name]);
      const { sent, refused } = used[channel];
      return [
        channel,
        cell('perRecipientDay'),
        cell('perBooking'),
        cell('perAccountDay'),
        String(sent),
        String(refused),
      ];
    }),
  );
}

/** As the operator API shows it. */
function todayOf({ sms, email }: Awaited<ReturnType<typeof messageUse>>) {
  const view = ({ sent, refused }: typeof sms) => ({ sent, not_sent: refused });
  return { sms: view(sms), email: view(email) };
}

function changeOf(options: LimitOptions): Required<LimitChange> {
  return {
    sms: definedLimits({
      perRecipientDay: options.smsPerRecipientDay,
      perBooking: options.smsPerBooking,
      perAccountDay: options.smsPerAccountDay,
    }),
    email: definedLimits({
      perRecipientDay: options.emailPerRecipientDay,
      perBooking: options.emailPerBooking,
      perAccountDay: options.emailPerAccountDay,
    }),
  };
}

function definedLimits(limits: { readonly [Name in keyof MessageLimits['sms']]: Limit | undefined }) {
  const { perRecipientDay, perBooking, perAccountDay } = limits;
  const stored = (limit: Limit) => (limit === 'default' ? null : limit);
  return {
    ...(perRecipientDay !== undefined && { perRecipientDay: stored(perRecipientDay) }),
    ...(perBooking !== undefined && { perBooking: stored(perBooking) }),
    ...(perAccountDay !== undefined && { perAccountDay: stored(perAccountDay) }),
  };
}

function view({ sms, email }: MessageLimits | OwnMessageLimits) {
  const ofChannel = ({ perRecipientDay, perBooking, perAccountDay }: typeof sms) => ({
    per_recipient_day: perRecipientDay,
    per_booking: perBooking,
    per_account_day: perAccountDay,
  });
  return { sms: ofChannel(sms), email: ofChannel(email) };
}

function parseLimit(text: string): Limit {
  if (text === 'default') return text;
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit > MAX_MESSAGE_LIMIT)
    throw new InvalidArgumentError(`Enter a number from 0 to ${MAX_MESSAGE_LIMIT}, or "default".`);
  return limit;
}
