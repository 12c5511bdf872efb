// Demo accounts, created over the operator API and the partner API: partners with API clients and endpoints, crews with
// vehicles and shifts, and the dispatcher.
import { randomBytes } from 'node:crypto';
import { resetRateLimits } from '../../features/accounts/system/account-admin-store.ts';
import type { CredentialAdminContext } from '../../features/accounts/system/admin-context.ts';
import { createOperator } from '../../features/accounts/system/create-operator.ts';
import { forgetFirstSignIn } from '../../features/accounts/system/operator-session-store.ts';
import { setCancellationPolicy } from '../../features/bookings/system/manage-cancellation-policy.ts';
import type { Actor } from '../../lib/actor.ts';
import type { DemoApp } from './demo-app.ts';
import { createDemoBrandings } from './demo-branding.ts';
import { demoCrews, demoPartners } from './demo-data.ts';
import { type DemoPlan, HOUR_MS } from './demo-plan.ts';
import { DEMO_RECEIVERS } from './demo-receiver.ts';

export interface DemoPartnerAccount {
  readonly name: string;
  readonly organizationId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
}

export interface DemoAccounts {
  readonly operator: { readonly email: string; readonly password: string };
  readonly partners: readonly DemoPartnerAccount[];
  readonly crewIds: readonly string[];
  /**
   * Returns a valid operator token. Sessions expire after an idle hour and after 12 hours, so it signs in again earlier.
   */
  readonly operatorToken: () => Promise<string>;
  /** After the last action: people use the accounts from now on, and none of the requests of the demo counts for them. */
  readonly handOver: () => Promise<void>;
}

interface Created {
  readonly id: string;
}

export const demoOperatorEmail = (seed: number) => `dispatch+demo${seed}@example.com`;
export const demoContactEmail = (host: string, seed: number) => `it+demo${seed}@${host}`;

export async function createDemoAccounts(
  app: DemoApp,
  plan: DemoPlan,
  admin: CredentialAdminContext,
  actor: Actor,
): Promise<DemoAccounts> {
  const context = { ...admin, clock: app.clock, ids: app.ids };
  const operator = { email: demoOperatorEmail(plan.seed), password: randomBytes(15).toString('base64url') };
  await createOperator(context, { ...operator, name: 'Dana Demo', role: 'admin' }, actor);
  const operatorToken = operatorTokenSource(app, operator);
  await configureAreas(app, await operatorToken(), plan.nowMs);
  const partners: DemoPartnerAccount[] = [];
  for (const index of demoPartners.keys())
    partners.push(await createPartner(app, await operatorToken(), index, plan.seed));
  const [, policyPartner] = partners;
  if (policyPartner)
    await setCancellationPolicy(context, policyPartner.organizationId, cancellationPolicy, actor);
  await createDemoBrandings(context, partners, actor);
  const crewIds: string[] = [];
  for (const index of demoCrews.keys())
    crewIds.push(await createDemoCrew(app, await operatorToken(), index, plan));
  const handOver = async () => {
    await forgetFirstSignIn(admin.system, operator.email);
    await resetRateLimits(
      admin.system,
      partners.map(({ organizationId }) => organizationId),
    );
  };
  return { operator, partners, crewIds, operatorToken, handOver };
}

interface AreaDocuments {
  readonly areas: {
    readonly revision: number;
    readonly document: {
      readonly areas: readonly {
        readonly slug: string;
        readonly products: Readonly<Record<string, object>>;
      }[];
    };
  };
}

/** A fictional number, which crews call from their page. */
const DISPATCH_NUMBER = '+12125550199';

/** Limits capacity to that of seven crews and sets the number of dispatch, unless an operator has already imported area documents. */
async function configureAreas(app: DemoApp, operator: string, nowMs: number): Promise<void> {
  const { areas } = await app.call<AreaDocuments>(operator, '/operator/area-documents');
  if (areas.revision > 0) return;
  const limited = areas.document.areas.map((area) => ({
    ...area,
    dispatch_phone_number: DISPATCH_NUMBER,
    products: Object.fromEntries(
      Object.entries(area.products).map(([name, offer]) => [
        name,
        { ...offer, capacity: 6, on_demand_capacity: 4 },
      ]),
    ),
  }));
  const body = { document: { areas: limited }, revision: areas.revision };
  await app.call(operator, '/operator/area-documents/areas', { method: 'PUT', body });
  const holiday = new Date(nowMs + 10 * 24 * HOUR_MS).toISOString().slice(0, 10);
  for (const { slug } of areas.document.areas) {
    const override = { area: slug, kind: 'holiday', first_day: holiday, reason: 'Company holiday' };
    await app.call(operator, '/operator/capacity-overrides', { body: override });
  }
}

const cancellationPolicy = {
  tiers: [
    { from: 'notice', notice_minutes: 1_440, fee: { cents: 1_500 } },
    { from: 'crew_departed', fee: { percent: 50 } },
  ],
};

function operatorTokenSource(
  app: DemoApp,
  operator: { email: string; password: string },
): () => Promise<string> {
  let [token, signedInMs, usedMs] = ['', 0, 0];
  return async () => {
    const nowMs = app.clock.now().getTime();
    const isValid = nowMs - usedMs < HOUR_MS / 2 && nowMs - signedInMs < 11 * HOUR_MS;
    usedMs = nowMs;
    if (isValid) return token;
    const session = await app.call<{ token: string }>('', '/operator/sessions', {
      body: { ...operator, token: true },
    });
    [token, signedInMs] = [session.token, nowMs];
    return token;
  };
}

async function createPartner(
  app: DemoApp,
  operator: string,
  index: number,
  seed: number,
): Promise<DemoPartnerAccount> {
  const partner = demoPartners[index];
  if (!partner) throw new RangeError('no such partner');
  const { name, host, person } = partner;
  const contact_email = demoContactEmail(host, seed);
  const { id } = await app.call<Created>(operator, '/operator/organizations', {
    body: { name, contact_email },
  });
  const email = `${person.split(' ')[0]?.toLowerCase()}@${host}`;
  await app.call(operator, `/operator/organizations/${id}/portal-members`, {
    body: { name: person, email, role: 'admin' },
  });
  const issued = await app.call<{ client_id: string; client_secret: string }>(
    operator,
    `/operator/organizations/${id}/clients`,
    {
      body: { name: 'Web shop', scopes: ['org'] },
    },
  );
  const { access_token: token } = await app.call<{ access_token: string }>('', '/oauth/token', {
    body: {
      grant_type: 'client_credentials',
      client_id: issued.client_id,
      client_secret: issued.client_secret,
    },
  });
  const paths =
    [[DEMO_RECEIVERS.well], [DEMO_RECEIVERS.well, DEMO_RECEIVERS.broken], [DEMO_RECEIVERS.flaky]][index] ??
    [];
  for (const path of paths) {
    const description = path === DEMO_RECEIVERS.broken ? 'Old order system' : 'Order service';
    await app.call(token, '/webhooks', { body: { url: `https://hooks.${host}${path}`, description } });
  }
  return { name, organizationId: id, clientId: issued.client_id, clientSecret: issued.client_secret, token };
}

async function createDemoCrew(
  app: DemoApp,
  operator: string,
  index: number,
  plan: DemoPlan,
): Promise<string> {
  const crew = demoCrews[index];
  if (!crew) throw new RangeError('no such crew');
  const { vehicle: type, plate, people, rating } = crew;
  const vehicle = await app.call<Created>(operator, '/operator/vehicles', {
    body: { type, name: await freeName(app, operator, 'vehicles', `No. ${plate.slice(-3)}`), plate },
  });
  const members: string[] = [];
  for (const [nth, first_name] of people.entries()) {
    const phone_number = nth === 0 ? `+12125550${180 + index}` : null;
    members.push(
      (await app.call<Created>(operator, '/operator/crew-members', { body: { first_name, phone_number } }))
        .id,
    );
  }
  const name = await freeName(app, operator, 'crews', crew.name);
  const body = { name, vehicle_id: vehicle.id, member_ids: members, rating };
  const { id } = await app.call<Created>(operator, '/operator/crews', { body });
  const firstDay = new Date(plan.nowMs - 7 * 24 * HOUR_MS);
  const morning = Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth(), firstDay.getUTCDate(), 12);
  for (let day = 0; day < 15; day += 1) {
    const starts = morning + day * 24 * HOUR_MS;
    const shift = {
      starts_at: new Date(starts).toISOString(),
      ends_at: new Date(starts + 14 * HOUR_MS).toISOString(),
    };
    await app.call(operator, '/operator/shifts', { body: { crew_id: id, ...shift } });
  }
  return id;
}

/** The name, with a number if an earlier demo uses it. */
async function freeName(
  app: DemoApp,
  operator: string,
  kind: 'vehicles' | 'crews',
  name: string,
): Promise<string> {
  const { data } = await app.call<{ data: { name: string }[] }>(operator, `/operator/${kind}`);
  const names = new Set(data.map((each) => each.name));
  if (!names.has(name)) return name;
  let number = 2;
  while (names.has(`${name} (${number})`)) number += 1;
  return `${name} (${number})`;
}
