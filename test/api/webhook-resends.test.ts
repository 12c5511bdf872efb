import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesOf, type TestEndpoint, untilPausedAndRecorded } from '../support/webhook-endpoints.ts';
import { WebhookEnvironment } from '../support/webhook-environment.ts';
import { manners } from '../support/webhook-receivers.ts';

describe('a resend', () => {
  let stage: WebhookEnvironment;
  beforeAll(async () => {
    stage = await WebhookEnvironment.start();
  });
  afterAll(() => stage?.close());
  beforeEach(() => stage.changeAccount());

  const countedOf = async ({ id }: TestEndpoint) => ({
    health: await stage.rows(
      `select failures_in_a_row as failures, failing_since is not null as failing,
         last_success_at is not null as succeeded, last_failure_at is not null as failed
       from webhook_health where endpoint_id = $1`,
      [id],
    ),
    hours: await stage.rows('select succeeded, failed from webhook_hour where endpoint_id = $1', [id]),
  });

  it('sends the delivery once, even while the circuit of the endpoint is open', async () => {
    const [receiver, endpoint] = await stage.add(manners.error);
    await stage.emit({ type: 'booking.created' }, 12);
    await untilPausedAndRecorded(stage.test, endpoint, receiver);
    const [delivery] = await deliveriesOf(stage.test, endpoint.id);
    if (!delivery) throw new Error('nothing was queued');
    const before = receiver.received.length;
    await stage.resend(endpoint, delivery);
    await receiver.until(before + 1);
    const failures = async () =>
      (
        await stage.rows<{ failures: number }>(
          'select failures_in_a_row as failures from webhook_health where endpoint_id = $1',
          [endpoint.id],
        )
      )[0]?.failures;
    const counted = await failures();
    const [failed] = await stage.until(endpoint, ([one]) => one?.attempts === delivery.attempts + 1);
    expect(await failures()).toBe(counted);
    // The automatic retry keeps its schedule.
    const { status, reason, next_attempt_at } = delivery;
    expect(failed).toMatchObject({ status, reason, next_attempt_at });
    expect({ status, reason }).toEqual({ status: 'pending', reason: null });
    receiver.behave(manners.ok);
    await stage.resend(endpoint, delivery);
    const [again] = await stage.until(endpoint, ([one]) => one?.status === 'delivered');
    expect(again).toMatchObject({ reason: null, next_attempt_at: null });
    const left = await stage.rows('select from webhook_task where delivery_id = $1', [delivery?.id]);
    expect(left).toEqual([]);
  });

  it('of a test event counts neither in hourly totals nor in health', async () => {
    for (const how of [manners.error, manners.ok]) {
      const [, endpoint] = await stage.add(how);
      await stage.emit({ type: 'webhook.test', endpointId: endpoint.id });
      const [tried] = await stage.until(endpoint, ([one]) => one?.attempts === 1);
      if (!tried) throw new Error('nothing was tried');
      await stage.resend(endpoint, tried);
      await stage.until(endpoint, ([one]) => one?.attempts === 2);
      expect(await countedOf(endpoint)).toEqual({ health: [], hours: [] });
    }
  });

  it('counts as an attempt, and never towards disabling the endpoint', async () => {
    const [receiver, endpoint] = await stage.add(manners.ok);
    await stage.emit({ type: 'booking.created' });
    const [delivered] = await stage.untilDelivered(endpoint, 1);
    if (!delivered) throw new Error('nothing was delivered');
    receiver.behave(manners.error);
    await stage.resend(endpoint, delivered);
    await stage.until(endpoint, ([one]) => one?.attempts === 2);
    expect(await countedOf(endpoint)).toEqual({
      health: [{ failures: 0, failing: false, succeeded: true, failed: true }],
      hours: [{ succeeded: 1, failed: 1 }],
    });
  });
});
