// SSE hub of the console in this process. One group for all operators, because they see every account.
import { type FindLiveSessions, type LineListener, SessionLines } from '../../../http/sse-hub.ts';
import { consoleChannel, readConsoleChanges } from './console-change-channel.ts';

export const CONSOLE_GROUP = 'console';
const maxPerGroup = 500;
const endedChannel = 'waybill_operator_session_ended';

export class ConsoleStreams extends SessionLines {
  constructor(listener: LineListener, findLiveSessions: FindLiveSessions) {
    super(listener, { endedChannel, maxPerGroup, findLiveSessions });
    listener.on(consoleChannel, (payload) => {
      for (const change of readConsoleChanges(payload)) this.tell(CONSOLE_GROUP, change);
    });
  }
}
