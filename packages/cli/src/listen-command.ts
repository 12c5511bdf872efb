// waybill-partner listen: reads the events of the account from the feed and posts them to a local server like webhooks.
// The local machine needs no public address.
import { type WaybillEvent, webhooks } from '@waybill/sdk';
import { type Command, Option } from 'commander';
import {
  eventTypes,
  type FeedType,
  jsonOption,
  parseEventTypes,
  parseForwardUrl,
  profileOption,
} from './arguments.ts';
import { followFeed } from './event-feed-loop.ts';
import { printJson, printJsonLine } from './print.ts';
import { readProfile, writeProfile } from './profile-file.ts';
import { type CommonOptions, openSession } from './session.ts';
import { eventLine } from './watch-booking.ts';

const responseTimeoutMillis = 15_000;
// As for webhook endpoints: crew.location_updated is only included if it is requested.
const defaultTypes = eventTypes.filter(
  (type): type is FeedType => type !== 'crew.location_updated' && type !== 'webhook.test',
);

export function addListenCommand(program: Command): void {
  program
    .command('listen')
    .description('Print events as they happen and forward them, signed, to a local server')
    .option('--forward-to <url>', 'URL to post events to', parseForwardUrl)
    .option('--events <types>', 'event types, separated by commas', parseEventTypes)
    .option('--secret <whsec>', 'signing secret; default: the secret of the profile')
    .addOption(new Option('--print-secret', 'print the signing secret and exit'))
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(listen);
}

interface ListenOptions extends CommonOptions {
  readonly forwardTo?: string;
  readonly events?: readonly FeedType[];
  readonly secret?: string;
  readonly printSecret?: boolean;
}

async function listen({
  forwardTo,
  events = defaultTypes,
  printSecret,
  ...options
}: ListenOptions): Promise<void> {
  const secret = options.secret ?? (await storedSecret(options.profile));
  if (printSecret) return options.json ? printJson({ secret }) : console.log(secret);
  const waybill = await openSession(options);
  const after = await waybill.events.latestCursor();
  printReady(forwardTo, secret, options.json);
  await followFeed(waybill, { after, type: [...events] }, async (event) => {
    const outcome = forwardTo === undefined ? null : await forward(event, forwardTo, secret);
    if (options.json) return printJsonLine({ event, forwarded: outcome });
    console.log(
      outcome
        ? `${eventLine(event)}  → ${outcome.status ?? outcome.error} (${outcome.millis} ms)`
        : eventLine(event),
    );
  });
}

function printReady(forwardTo: string | undefined, secret: string, json = false): void {
  if (json) printJsonLine({ ready: true, forward_to: forwardTo ?? null, secret });
  else console.log(forwardTo ? `Ready. Forwarding to ${forwardTo}, signed with ${secret}` : 'Ready.');
}

/** The secret is stored in the profile, so that a receiver is configured only once. */
async function storedSecret(name: string): Promise<string> {
  const profile = await readProfile(name);
  if (profile?.webhook_secret !== undefined) return profile.webhook_secret;
  const secret = webhooks.createSecret();
  if (profile) await writeProfile(name, { ...profile, webhook_secret: secret });
  return secret;
}

interface Forwarded {
  readonly status: number | null;
  readonly error: string | null;
  readonly millis: number;
}

async function forward(event: WaybillEvent, url: string, secret: string): Promise<Forwarded> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const { headers, body } = await webhooks.sign(event, secret);
    const signal = AbortSignal.timeout(responseTimeoutMillis);
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.body?.cancel();
    return { status: response.status, error: null, millis: took() };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { status: null, error: cause instanceof Error ? cause.message : String(cause), millis: took() };
  }
}
