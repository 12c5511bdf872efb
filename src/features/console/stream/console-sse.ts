// SSE hub of the console in this process. One group for all operators, because they see every account.
import { type FindLiveSessions, SseHub, type SseListener } from '../../../http/server/sse-hub.ts';
import { consoleChannel, parseConsoleChanges } from './console-change-channel.ts';

export const CONSOLE_GROUP = 'console';
const maxPerGroup = 500;
const endedChannel = 'waybill_operator_session_ended';

export class ConsoleSse extends SseHub {
  constructor(listener: SseListener, findLive: FindLiveSessions) {
    super(listener, { maxPerGroup, sessions: { endedChannel, findLive } });
    listener.on(consoleChannel, (payload) => {
      for (const change of parseConsoleChanges(payload)) this.tell(CONSOLE_GROUP, change);
    });
  }
}
