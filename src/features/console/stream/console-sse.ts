// The open pages of the console in this process. Operators see every account, so all of them hear of everything.
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
