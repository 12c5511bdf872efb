// Idempotency keys: the contract is silent, docs/guides/idempotency-and-retries.md defines them.
import type { Section, Source } from '../check.ts';
import { type Exchange, listAt, textAt } from '../exchange.ts';
import { expectError, expectHeader, expectStatus, expectThat } from '../expectations.ts';
import { orderOf } from '../fixtures.ts';
import { fixture, type Run } from '../run.ts';
import { refusal } from './refusal.ts';

const source: Source = { guide: 'idempotency-and-retries' };

const send = (run: Run, key: string, body: unknown, method = 'POST', path = '/bookings') =>
  run.send({ method, path, body, headers: { 'idempotency-key': key } });

const keyed = fixture('a booking created with an Idempotency-Key', async (run) => {
  const key = `${run.name}-replayed`;
  const body = orderOf(run, { order_number: key });
  const first = await send(run, key, body);
  expectStatus(first, 201);
  return { key, body, first };
});

const expectReplay = (first: Exchange, second: Exchange) => {
  expectThat(second, second.status === first.status, `status ${first.status}`, `status ${second.status}`);
  expectThat(second, second.text === first.text, 'the bytes of the first response', second.text);
};

export const idempotency: Section = {
  title: 'Idempotency',
  checks: [
    {
      id: 'idempotency.replay',
      title: 'the same key and request return the first response, byte for byte',
      source,
      judge: async (run) => {
        const { key, body, first } = await run.need(keyed);
        const second = await send(run, key, body);
        expectReplay(first, second);
        expectHeader(second, 'idempotent-replayed', /^true$/, 'true');
        const list = await run.get(`/bookings?order_number=${key}`);
        const count = listAt(list, 'data').length;
        expectThat(list, count === 1, 'one booking', `${count} bookings`);
      },
    },
    {
      id: 'idempotency.other-body',
      title: 'the same key with another request responds 422',
      source,
      judge: async (run) => {
        const { key, body } = await run.need(keyed);
        const exchange = await send(run, key, { ...body, tip: 700 });
        expectError(exchange, { status: 422, code: 'idempotency_key_reused' });
      },
    },
    {
      id: 'idempotency.concurrent',
      title: 'concurrent requests with one key create one booking',
      source,
      judge: async (run) => {
        const body = orderOf(run);
        const key = `${run.name}-concurrent`;
        const both = await Promise.all([send(run, key, body), send(run, key, body)]);
        for (const each of both) expectStatus(each, 201, 409);
        const ids = new Set(both.filter(({ status }) => status === 201).map((each) => textAt(each, 'id')));
        expectThat(both[0], ids.size === 1, 'one booking', [...ids]);
      },
    },
    {
      id: 'idempotency.error-not-stored',
      title: 'an error is not stored: the corrected request may use the same key',
      source,
      judge: async (run) => {
        const key = `${run.name}-corrected`;
        expectStatus(await send(run, key, orderOf(run, { tip: 5 })), 400);
        expectStatus(await send(run, key, orderOf(run)), 201);
      },
    },
    {
      id: 'idempotency.patch',
      title: 'PATCH accepts a key',
      source,
      judge: async (run) => {
        const path = `/bookings/${textAt((await run.need(keyed)).first, 'id')}`;
        const patch = () => send(run, `${run.name}-patch`, { description: 'Once' }, 'PATCH', path);
        const first = await patch();
        expectStatus(first, 200);
        expectReplay(first, await patch());
      },
    },
    refusal({
      id: 'idempotency.key-too-long',
      title: 'a key of more than 255 characters responds 400',
      source,
      send: (run) => ({
        method: 'POST',
        path: '/bookings',
        body: orderOf(run),
        headers: { 'idempotency-key': 'k'.repeat(256) },
      }),
      expect: { status: 400 },
    }),
  ],
};
