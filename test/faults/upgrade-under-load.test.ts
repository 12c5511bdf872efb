// R21: the migration of the next version runs while processes of this version keep booking, and while a long report
// locks the table that it changes.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { expectBookingInvariants } from '../support/booking-invariants.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { queryAsOwner } from '../support/database.ts';
import { measured } from '../support/fault-report-notes.ts';
import { startRetryingPartners } from '../support/retrying-partners.ts';
import { rounds } from '../support/scale.ts';

/** Migrations that may run under load only add. */
const next = `
  alter table booking add column promised_by text;
  alter table booking_stop add column gate_code text not null default '';
  create table parcel (id uuid primary key, account_id uuid not null references account, booking_id uuid not null);
  create index parcel_of_booking on parcel (account_id, booking_id);
  alter table parcel enable row level security;
  alter table parcel force row level security;`;

describe('a migration under load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-migrations-'));
  let servers: BookingServers;
  beforeAll(async () => {
    cpSync(new URL('../../migrations/', import.meta.url), folder, { recursive: true });
    writeFileSync(join(folder, '9999_next_version.sql'), next);
    servers = await startBookingServers(2, {});
  });
  afterAll(async () => {
    await servers.close();
    rmSync(folder, { recursive: true });
  });

  it('does not block bookings while it waits for a table lock, and no request needs more than one retry', async () => {
    const partner = await servers.partner();
    const partners = startRetryingPartners(partner, () =>
      servers.servers.map(({ production }) => production),
    );
    await partners.untilMore(10);
    const report = new Client(servers.connection);
    await report.connect();
    await report.query('begin; select count(*) from booking');
    const migrated = migrate(servers.connection, pathToFileURL(`${folder}/`));
    // If the migration held its lock request, all bookings would wait too.
    await partners.untilMore(rounds(30, 1_000));
    await report.query('commit');
    await report.end();
    expect(await migrated).toEqual(['9999_next_version']);
    await partners.untilMore(rounds(10, 1_000));
    await partners.stop();

    expect([...partners.attempts.keys()].filter((attempts) => attempts > 2)).toEqual([]);
    const stored = await queryAsOwner<{ key: string; id: string }>(
      servers.connection,
      'select order_number as key, id from booking where promised_by is null',
    );
    expect(new Map(stored.map(({ key, id }) => [key, id]))).toEqual(partners.acknowledged);
    await expectBookingInvariants(servers.connection);
    measured(
      `${stored.length} booked during the migration, ${partners.attempts.get(2) ?? 0} of them on the second attempt`,
    );
  });
});
