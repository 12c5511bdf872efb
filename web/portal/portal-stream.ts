// SSE stream of the portal: maps each kind of change to the queries it makes stale.

import type { LiveStream } from '../client/live-stream.ts';
import type { StreamChange } from './api.generated.ts';

const staleQueries: Readonly<Record<StreamChange['kind'], readonly string[]>> = {
  endpoint: ['endpoints', 'endpoint', 'chart'],
  delivery: ['endpoints', 'endpoint', 'chart', 'deliveries', 'delivery', 'recovery-preview'],
  recovery: ['recoveries', 'recovery-preview', 'endpoints', 'endpoint'],
  request: ['requests'],
  branding: ['branding', 'look'],
};

export const portalStream: LiveStream<StreamChange> = {
  url: '/portal/api/stream',
  staleQueriesFor: ({ kind }) => staleQueries[kind].map((name) => [name]),
  probe: ['endpoints'],
  constant: ['event-types'],
};
