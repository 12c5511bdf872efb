// waybill orgs payment show | set | clear | receive
import { type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config.ts';
import {
  clearPaymentMethod,
  recordReceivedPayment,
  setPaymentMethod,
} from '../features/billing/system/manage-payments.ts';
import { findPaymentSetting } from '../features/billing/system/payment-setting-store.ts';
import { dollars } from '../lib/format-dollars.ts';
import { Problem } from '../lib/problem.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseName, parseOrganizationId } from './arguments.ts';
import { printFields, printJson } from './print.ts';
import { requireOrganization } from './require-account.ts';

interface PaymentOptions extends AdminOptions {
  readonly org: string;
}

/** Subcommands of `waybill orgs`. */
export function addPaymentCommands(orgs: Command): void {
  const payment = orgs.command('payment').description('Manage how an organization pays');
  const command = (name: string, description: string) =>
    payment
      .command(name)
      .description(description)
      .requiredOption('--org <id>', 'organization id', parseOrganizationId)
      .addOption(environmentOption())
      .addOption(jsonOption());

  command('show', 'Show the payment method of an organization').action(show);
  command('set', 'Charge each new booking with Stripe')
    .requiredOption('--customer <id>', 'Stripe customer id: cus_…', parseStripeId('cus'))
    .requiredOption(
      '--method <id>',
      'Stripe payment method saved for off-session use: pm_…',
      parseStripeId('pm'),
    )
    .action(set);
  command('clear', 'Bill new bookings on account').action(clear);
  command('receive', 'Record a payment received by transfer or check')
    .requiredOption('--amount <cents>', 'amount in cents', parseCents)
    .requiredOption('--reference <text>', 'bank reference, shown on the billing statement', parseName)
    .action(receive);
}

async function show({ org, environment, json }: PaymentOptions): Promise<void> {
  const setting = await withOrganization(environment, org, ({ system }) => findPaymentSetting(system, org));
  const view = {
    org,
    provider: setting?.provider ?? 'on_account',
    customer: setting?.customer ?? null,
    method: setting?.method ?? null,
  };
  if (json) return printJson(view);
  printFields({ ...view, customer: view.customer ?? '-', method: view.method ?? '-' });
}

interface SetOptions extends PaymentOptions {
  readonly customer: string;
  readonly method: string;
}

async function set({ org, customer, method, environment, json }: SetOptions): Promise<void> {
  if (environment === 'sandbox')
    throw Problem.of(
      'invalid_parameter',
      'The sandbox does not charge payments: its organizations are billed on account.',
    );
  const setting = { accountId: org, provider: 'stripe', customer, method } as const;
  await withOrganization(environment, org, (admin, actor) => setPaymentMethod(admin, setting, actor));
  if (json) return printJson({ org, provider: 'stripe', customer, method });
  console.log('New bookings are charged one by one with Stripe.');
  if (readConfig().payments === null)
    console.log('Until PAYMENT_PROVIDER=stripe is configured, they are still billed on account.');
}

async function clear({ org, environment, json }: PaymentOptions): Promise<void> {
  const cleared = await withOrganization(environment, org, (admin, actor) =>
    clearPaymentMethod(admin, org, actor),
  );
  if (json) return printJson({ org, cleared });
  console.log(
    cleared ? 'New bookings are billed on account.' : 'The organization is already billed on account.',
  );
}

interface ReceiveOptions extends PaymentOptions {
  readonly amount: number;
  readonly reference: string;
}

async function receive({ org, amount, reference, environment, json }: ReceiveOptions): Promise<void> {
  const { timeZone } = readConfig().billing;
  const payment = { accountId: org, amountCents: amount, reference, timeZone };
  const id = await withOrganization(environment, org, (admin, actor) =>
    recordReceivedPayment(admin, payment, actor),
  );
  if (json) return printJson({ id, org, amount, reference });
  console.log(`Recorded ${dollars(amount)} as billing record ${id}.`);
}

function withOrganization<T>(
  environment: AdminOptions['environment'],
  org: string,
  work: (...session: Parameters<Parameters<typeof withAdmin<T>>[1]>) => Promise<T>,
): Promise<T> {
  return withAdmin(environment, async (admin: AdminSession, actor) => {
    await requireOrganization(admin, org);
    return work(admin, actor);
  });
}

function parseStripeId(prefix: string): (text: string) => string {
  return (text) => {
    if (new RegExp(`^${prefix}_[A-Za-z0-9_]{3,250}$`).test(text)) return text;
    throw new InvalidArgumentError(`Enter a Stripe id that starts with ${prefix}_.`);
  };
}

const MAX_CENTS = 1_000_000_000_00;

function parseCents(text: string): number {
  const cents = Number(text);
  if (!/^\d+$/.test(text) || cents < 1 || cents > MAX_CENTS)
    throw new InvalidArgumentError('Enter whole cents, at least 1: 12.50 dollars are 1250.');
  return cents;
}
