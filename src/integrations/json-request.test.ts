// Requests to external services are bounded in time and size and never throw.

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubServer, startStubServer } from '../../test/support/stub-server.ts';
import { requestJson } from './json-request.ts';

const limits = { timeoutMs: 2_000, maxBytes: 1_000 };
let server: StubServer;

beforeAll(async () => {
  server = await startStubServer();
});
afterAll(() => server.close());

describe('requestJson', () => {
  it('sends JSON and returns the response', async () => {
    server.setResponse({ status: 201, body: { ok: [1, 2] } });
    const response = await requestJson(`${server.url}/a?b=c`, {
      ...limits,
      method: 'POST',
      headers: { 'x-key': 'k' },
      body: { question: true },
    });
    expect(response).toEqual({
      kind: 'response',
      status: 201,
      body: { ok: [1, 2] },
      retryAfterSeconds: null,
    });
    expect(server.seen.at(-1)).toMatchObject({
      method: 'POST',
      path: '/a?b=c',
      body: '{"question":true}',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-key': 'k' },
    });
  });

  it('returns error statuses with the Retry-After of the service', async () => {
    server.setResponse({ status: 503, body: '<h1>busy</h1>', headers: { 'retry-after': '17' } });
    expect(await requestJson(server.url, limits)).toEqual({
      kind: 'response',
      status: 503,
      body: null,
      retryAfterSeconds: 17,
    });
    server.setResponse({
      status: 429,
      body: { error: 'slow down' },
      headers: { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' },
    });
    expect(await requestJson(server.url, limits)).toMatchObject({
      status: 429,
      body: { error: 'slow down' },
      retryAfterSeconds: null,
    });
  });

  it('repeats the request once if a kept-alive connection is dead, as after a restart of the service', async () => {
    const before = server.seen.length;
    server.setResponse((_, response) => {
      if (server.seen.length === before + 1) response.socket?.destroy();
      else response.end('"back"');
    });
    expect(await requestJson(server.url, limits)).toMatchObject({ kind: 'response', body: 'back' });
  });

  it('does not follow redirects', async () => {
    server.setResponse({ status: 302, body: '{}', headers: { location: `${server.url}/elsewhere` } });
    expect(await requestJson(server.url, limits)).toMatchObject({ kind: 'response', status: 302 });
  });
});

describe('requestJson failures', () => {
  it('fails if the response is not JSON', async () => {
    server.setResponse({ status: 200, body: '{"half":' });
    expect(await requestJson(server.url, limits)).toEqual({
      kind: 'failed',
      reason: 'the response (HTTP status 200) is not JSON',
    });
  });

  it('fails if the response exceeds the limit, with or without content-length', async () => {
    server.setResponse((_, response) => void response.end(JSON.stringify('x'.repeat(2_000))));
    expect(await requestJson(server.url, limits)).toEqual({
      kind: 'failed',
      reason: 'the response exceeds 1000 bytes',
    });
    server.setResponse((_, response) => {
      for (let part = 0; part < 20; part += 1) response.write('y'.repeat(100));
    });
    expect(await requestJson(server.url, limits)).toEqual({
      kind: 'failed',
      reason: 'the response exceeds 1000 bytes',
    });
  });

  it('fails if there is no response in time, or it never ends', async () => {
    server.setResponse(() => {});
    const quick = { ...limits, timeoutMs: 100 };
    expect(await requestJson(server.url, quick)).toEqual({
      kind: 'failed',
      reason: 'no complete response within 100 ms',
    });
    server.setResponse((_, response) => void response.writeHead(200).write('{"slow":'));
    expect(await requestJson(server.url, quick)).toEqual({
      kind: 'failed',
      reason: 'no complete response within 100 ms',
    });
  });

  it('fails on a refused or lost connection without disclosing the URL', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as AddressInfo;
    await new Promise((resolve) => taken.close(resolve));
    expect(await requestJson(`http://127.0.0.1:${port}/?key=secret`, limits)).toEqual({
      kind: 'failed',
      reason: 'the request failed (ECONNREFUSED)',
    });
    const before = server.seen.length;
    server.setResponse((_, response) => void response.socket?.destroy());
    expect(await requestJson(`${server.url}/?key=secret`, limits)).toEqual({
      kind: 'failed',
      reason: 'the request failed (UND_ERR_SOCKET)',
    });
    expect(server.seen.length - before).toBe(2);
  });
});
