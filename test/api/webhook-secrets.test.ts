import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { createEndpoint } from '../../src/features/webhooks/create-endpoint.ts';
import { revealSecrets, rotateSecret } from '../../src/features/webhooks/manage-secrets.ts';
import { reencryptSigningSecrets } from '../../src/features/webhooks/system/reencrypt-secrets.ts';
import type { WebhookContext } from '../../src/features/webhooks/webhook-context.ts';
import type { AccountActor } from '../../src/lib/actor.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { KeyRing } from '../../src/lib/key-ring.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';

describe('the secrets of a webhook endpoint', () => {
  let test: TestApp;
  let actor: AccountActor;
  let context: WebhookContext;
  let close: () => Promise<void>;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  const oldKey = { id: 'k1', secret: randomBytes(32) };
  beforeAll(async () => {
    test = await startTestApp({ clock });
    const { id: accountId } = await test.organization();
    actor = { accountId, kind: 'client', id: 'c', requestId: 'r-1' };
    const pool = createPool(test.connection, { role: 'waybill_app', max: 2, onError: () => {} });
    context = {
      db: createDatabase(pool),
      clock,
      ids: randomIds,
      keys: new KeyRing([oldKey], 'production'),
      environment: {
        name: 'production',
        port: 0,
        publicUrl: test.baseUrl,
        databaseUrl: null,
        adminMfaGraceDays: null,
      },
      egress: { explainRefusal: async () => null },
      changes: { announce: () => {} },
    };
    close = () => pool.end();
  });
  afterAll(async () => {
    await close();
    await test.close();
  });

  const create = () => createEndpoint(context, actor, { url: 'https://example.com/' });
  const reveal = (id: string) => revealSecrets(context, actor, id);
  const texts = (secrets: readonly { secret: string }[]) => secrets.map(({ secret }) => secret);

  it('are shown on request, with an audit entry', async () => {
    const { endpoint, secret } = await create();
    expect(await reveal(endpoint.id)).toEqual([
      { id: expect.any(String), secret, created_at: clock.now(), expires_at: null },
    ]);
    const trail = await queryAsOwner(
      test.connection,
      'select action, actor_id, request_id from audit_entry where subject_id = $1 order by at, id',
      [endpoint.id],
    );
    expect(trail.at(-1)).toEqual({
      action: 'webhook_endpoint.secrets_revealed',
      actor_id: 'c',
      request_id: 'r-1',
    });
  });

  it('overlap for a day after a rotation, or for the requested time', async () => {
    const { endpoint, secret } = await create();
    const rotated = await rotateSecret(context, actor, endpoint.id);
    const fresh = rotated[0]?.secret;
    expect(texts(rotated)).toEqual([fresh, secret]);
    expect(fresh).not.toBe(secret);
    expect(rotated[0]?.expires_at).toBeNull();
    expect(rotated[1]?.expires_at).toEqual(new Date(clock.now().getTime() + 24 * 3_600_000));
    clock.advance({ hours: 23 });
    expect(texts(await reveal(endpoint.id))).toEqual([fresh, secret]);
    // A longer overlap of a later rotation does not extend the earlier one.
    const again = await rotateSecret(context, actor, endpoint.id, 100);
    expect(again).toHaveLength(3);
    clock.advance({ hours: 1 });
    expect(texts(await reveal(endpoint.id))).toEqual([again[0]?.secret, fresh]);
  });

  it('end at once with an overlap of zero', async () => {
    const { endpoint, secret } = await create();
    const rotated = await rotateSecret(context, actor, endpoint.id, 0);
    expect(rotated).toHaveLength(1);
    expect(texts(rotated)).not.toContain(secret);
    const stored = await queryAsOwner(test.connection, 'select from webhook_secret where endpoint_id = $1', [
      endpoint.id,
    ]);
    expect(stored).toHaveLength(1);
  });

  it('are limited to three, so that a rotation never removes a secret within its overlap', async () => {
    const { endpoint } = await create();
    await rotateSecret(context, actor, endpoint.id);
    await rotateSecret(context, actor, endpoint.id);
    await expect(rotateSecret(context, actor, endpoint.id)).rejects.toMatchObject({
      code: 'invalid_parameter',
      param: 'overlap_hours',
    });
    expect(await rotateSecret(context, actor, endpoint.id, 0)).toHaveLength(1);
  });

  it('can be decrypted during a rotation of SECRET_KEY, and not with another key', async () => {
    const { endpoint, secret } = await create();
    const newKey = { id: 'k2', secret: randomBytes(32) };
    const rotating = { ...context, keys: new KeyRing([newKey, oldKey], 'production') };
    expect(texts(await revealSecrets(rotating, actor, endpoint.id))).toEqual([secret]);
    const [, old] = await rotateSecret(rotating, actor, endpoint.id);
    expect(old?.secret).toBe(secret);
    await expect(reveal(endpoint.id)).rejects.toThrow('k2');
  });

  it('are encrypted again with the newest key, so that the old one can be removed', async () => {
    const { endpoint, secret } = await create();
    const newKey = { id: 'k2', secret: randomBytes(32) };
    const only = (key: typeof newKey) => new KeyRing([key], 'production');
    // Secrets of other tests were encrypted with keys that no longer exist.
    await queryAsOwner(test.connection, 'delete from webhook_secret where endpoint_id <> $1', [endpoint.id]);
    const rotating = { ...context, system: test.system, keys: new KeyRing([newKey, oldKey], 'production') };
    expect(await reencryptSigningSecrets(rotating)).toBe(1);
    expect(await reencryptSigningSecrets(rotating)).toBe(0);
    const revealWith = (keys: KeyRing) => revealSecrets({ ...context, keys }, actor, endpoint.id);
    expect(texts(await revealWith(only(newKey)))).toEqual([secret]);
    await expect(revealWith(only(oldKey))).rejects.toThrow('k2');
  });

  it('are not accessible to other accounts', async () => {
    const { endpoint } = await create();
    const { id: accountId } = await test.organization('Other');
    const stranger = { ...actor, accountId };
    await expect(revealSecrets(context, stranger, endpoint.id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(rotateSecret(context, stranger, endpoint.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});
