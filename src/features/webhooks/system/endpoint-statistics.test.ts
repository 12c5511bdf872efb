import { describe, expect, it } from 'vitest';
import type { AttemptRecord } from './attempt-record.ts';
import { tallyHealth, tallyHours } from './endpoint-statistics.ts';

const at = (minute: number) => new Date(Date.UTC(2027, 2, 10, 15, minute));

const task: AttemptRecord['task'] = {
  row: null,
  origin: null,
  accountId: 'account',
  endpointId: '',
  deliveryId: '',
  eventId: '',
  bookingId: null,
  trigger: 'event',
  isTest: false,
  tries: 0,
  rank: 1,
  url: '',
  secrets: '[]',
  payload: null,
  occurredAt: null,
};

function attempt(
  endpoint: string,
  minute: number,
  outcome: AttemptRecord['outcome'],
  more: Partial<AttemptRecord> = {},
): AttemptRecord {
  return {
    task,
    attempt_id: '',
    account_id: 'account',
    endpoint_id: endpoint,
    delivery_id: '',
    trigger: 'event',
    manual: false,
    test: false,
    started_at: at(minute),
    finished_at: at(minute),
    duration_ms: 3,
    outcome,
    status_code: null,
    error: null,
    remote_address: null,
    request_url: '',
    request_headers: {},
    response_headers: null,
    response_body: null,
    response_is_base64: false,
    response_is_cut: false,
    status: 'pending',
    reason: null,
    next_at: null,
    ...more,
  };
}

describe('endpoint statistics of a batch of attempts', () => {
  it('counts the failures since the last success, in the order of the attempts', () => {
    const [tally] = tallyHealth([
      attempt('a', 1, 'timeout'),
      attempt('a', 2, 'ok'),
      attempt('a', 3, 'timeout'),
      attempt('a', 4, 'reset'),
    ]);
    expect(tally).toMatchObject({
      last_success_at: at(2),
      last_failure_at: at(4),
      failures: 2,
      failing_since: at(3),
    });
  });

  it('does not count manual attempts as failures', () => {
    const [tally] = tallyHealth([attempt('a', 1, 'timeout', { manual: true })]);
    expect(tally).toMatchObject({ failures: 0, failing_since: null, last_failure_at: at(1) });
  });

  it('separates endpoints and hours, in a fixed order', () => {
    const records = [
      attempt('b', 59, 'ok'),
      attempt('a', 60, 'ok'),
      attempt('a', 59, 'gone'),
      attempt('a', 59, 'ok'),
    ];
    expect(tallyHealth(records).map(({ endpoint_id }) => endpoint_id)).toEqual(['a', 'b']);
    expect(
      tallyHours(records).map((tally) => [tally.endpoint_id, tally.hour, tally.succeeded, tally.failed]),
    ).toEqual([
      ['a', at(0), 1, 1],
      ['a', at(60), 1, 0],
      ['b', at(0), 1, 0],
    ]);
    expect(tallyHours(records)[0]?.duration_counts.slice(0, 4)).toEqual([0, 0, 2, 0]);
  });
});
