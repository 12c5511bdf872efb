// Builders of requests.
import type { Outgoing } from '../http-client.ts';

export const post = (path: string, body?: unknown): Outgoing => ({ method: 'POST', path, body });
export const patch = (path: string, body: unknown): Outgoing => ({ method: 'PATCH', path, body });
export const get = (path: string): Outgoing => ({ method: 'GET', path });
/** A uuid that no instance has given out. */
export const unknownId = 'f0000000-0000-4000-8000-00000000dead';
