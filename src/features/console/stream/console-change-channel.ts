// NOTIFY channel on which processes announce changes to the open console pages of all processes.

import type { Listener } from '../../../db/listener.ts';
import { NotifyBatcher } from '../../../db/notify-batcher.ts';
import { isUuid } from '../../../lib/ids.ts';
import { CHANGE_KINDS, type ConsoleChange } from './console-change.ts';

export const consoleChannel = 'waybill_console';

export class ConsoleChangeChannel extends NotifyBatcher<ConsoleChange> {
  constructor(listener: Pick<Listener, 'notify'>) {
    super(listener, {
      channel: consoleChannel,
      gatherMillis: 100,
      changesPerPayload: 80,
      keyOf: ({ kind, id }) => `${kind} ${id ?? ''}`,
      write: (changes) => JSON.stringify(changes),
    });
  }
}

/** Unreadable payloads are ignored: another version of the program may have sent them. */
export function parseConsoleChanges(payload: string): ConsoleChange[] {
  try {
    const changes: unknown = JSON.parse(payload);
    return Array.isArray(changes) ? changes.flatMap(readChange) : [];
  } catch {
    return [];
  }
}

function readChange(change: Partial<ConsoleChange> | null): ConsoleChange[] {
  const kind = CHANGE_KINDS.find((name) => name === change?.kind);
  if (kind === undefined) return [];
  const { id } = change ?? {};
  if (id === undefined) return [{ kind }];
  return isUuid(id) ? [{ kind, id }] : [];
}
