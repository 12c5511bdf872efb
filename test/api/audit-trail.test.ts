// The audit trail: the application cannot change or delete entries, and the check detects tampering by the database owner.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditTrailSealed } from '../../src/jobs/audit-seal-check.ts';
import { sealAuditTrail } from '../../src/jobs/audit-seals.ts';
import { createLogger } from '../../src/lib/logger.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan } from '../support/operator-actions.ts';
import { snapshotTables, type TableSnapshot } from '../support/table-snapshot.ts';

describe('the audit trail', () => {
  let test: TestApp;
  let partner: ApiClient;
  let kept: TableSnapshot;
  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
    for (let number = 0; number < 4; number += 1) await bookVan(partner);
    await seal();
    kept = await snapshotTables(test.connection, ['audit_entry', 'audit_seal']);
  });
  afterEach(() => kept.restore());
  afterAll(() => test.close());

  /** Seals immediately. By default sealing waits five minutes, so that open transactions can commit. */
  const seal = () =>
    sealAuditTrail(
      { system: test.system, keys: test.keys, log: createLogger('silent') },
      { settleMinutes: -1 },
    );
  const check = () => auditTrailSealed(test.keys).run(test.system);
  const entries = () =>
    queryAsOwner<{ id: string }>(test.connection, 'select id from audit_entry order by id').then((rows) =>
      rows.map(({ id }) => id),
    );

  /** Runs a statement as the database owner, with the triggers disabled. The tables are restored after the test. */
  async function tamper(statement: string) {
    await kept.corruptWith(statement);
    return check();
  }

  it('matches its seals, and further seals cover later entries', async () => {
    const first = await check();
    expect(first.broken).toEqual([]);
    expect(first.checked).toBeGreaterThan(4);
    await bookVan(partner);
    await seal();
    const second = await check();
    expect(second.broken).toEqual([]);
    expect(second.checked).toBe(first.checked + 2);
    await seal();
    expect((await check()).checked).toBe(second.checked);
  });

  it('does not seal entries that are younger than the settling time', async () => {
    const before = await check();
    await bookVan(partner);
    await sealAuditTrail({ system: test.system, keys: test.keys, log: createLogger('silent') });
    expect((await check()).checked).toBe(before.checked);
  });

  it('refuses update, delete and truncate', async () => {
    for (const table of ['audit_entry', 'audit_seal'])
      for (const statement of [`update ${table} set`, 'delete from', 'truncate'])
        await expect(
          queryAsOwner(
            test.connection,
            statement.startsWith('update')
              ? `${statement} ${table === 'audit_entry' ? "action = 'nothing'" : "signature = ''"}`
              : `${statement} ${table}`,
          ),
        ).rejects.toThrow('append-only');
  });

  it('names an entry that was changed', async () => {
    const [, second] = await entries();
    const { broken } = await tamper(
      `update audit_entry set actor_id = 'another actor' where id = '${second}'`,
    );
    expect(broken).toEqual([
      expect.objectContaining({ table: 'audit_entry', id: second, message: 'was changed' }),
    ]);
  });

  it('names an entry that was removed', async () => {
    const [first] = await entries();
    const { broken } = await tamper(`delete from audit_entry where id = '${first}'`);
    expect(broken).toEqual([expect.objectContaining({ id: first, message: 'was removed' })]);
  });

  it('names an entry that was inserted after sealing', async () => {
    const { broken } = await tamper(
      `insert into audit_entry select '00000000-0000-7000-8000-000000000001', account_id, actor_kind, actor_id, action,
         subject_kind, subject_id, request_id, at, changed, recorded_at from audit_entry order by recorded_at limit 1`,
    );
    expect(broken).toEqual([
      expect.objectContaining({
        id: '00000000-0000-7000-8000-000000000001',
        message: 'was inserted after sealing',
      }),
    ]);
  });

  it('treats an entry with an old id from a server with a slow clock as new', async () => {
    const before = await check();
    await queryAsOwner(
      test.connection,
      `insert into audit_entry (id, account_id, actor_kind, actor_id, action, subject_kind, subject_id, request_id, at, changed)
       select '00000000-0000-7000-8000-000000000002', account_id, actor_kind, actor_id, action,
         subject_kind, subject_id, request_id, at, changed from audit_entry order by recorded_at limit 1`,
    );
    await seal();
    const after = await check();
    expect(after.broken).toEqual([]);
    expect(after.checked).toBe(before.checked + 2);
  });

  it('names a seal that was removed or changed to hide a removed entry', async () => {
    const [first] = await entries();
    await tamper(`delete from audit_entry where id = '${first}'`);
    const { broken } = await tamper(
      `update audit_seal set entries = (select json_agg(e) from json_array_elements(entries) e where e ->> 0 <> '${first}')`,
    );
    expect(broken).toEqual([expect.objectContaining({ table: 'audit_seal', id: '1' })]);
    await bookVan(partner);
    await seal();
    const removed = await tamper('delete from audit_seal where number = 1');
    expect(removed.broken.map(({ message }) => message).join()).toContain(
      'the seals in between were removed',
    );
  });

  it('has one entry with the request id for every change over the API', async () => {
    const { id } = await bookVan(partner);
    const endpoint = (await partner.post('/webhooks', { url: 'http://127.0.0.1:9/' })).body;
    const writes: readonly (() => Promise<{ status: number; headers: Headers }>)[] = [
      () => partner.patch('/account', { name: 'Renamed' }),
      () => partner.patch(`/bookings/${id}`, { description: 'Piano' }),
      () => partner.post(`/bookings/${id}/stops`, { location: '30-30 47th Ave, Long Island City, NY 11101' }),
      () => partner.patch(`/bookings/${id}/stops/1`, { floor: 3 }),
      () => partner.patch(`/bookings/${id}/stops/reorder`, { from_position: 0, to_position: 1 }),
      () => partner.delete(`/bookings/${id}/stops/1`),
      () => partner.post(`/bookings/${id}/cancel`),
      () => partner.delete(`/webhooks/${endpoint.id}`),
    ];
    for (const write of writes) {
      const { status, headers } = await write();
      expect(status).toBeLessThan(300);
      const rows = await queryAsOwner(test.connection, 'select from audit_entry where request_id = $1', [
        headers.get('x-request-id'),
      ]);
      expect(rows).toHaveLength(1);
    }
  });
});
