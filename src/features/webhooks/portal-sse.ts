// Server-sent events of the portal: forwards change notifications of an account to its open pages in this process.
import { type FindLiveSessions, type LineListener, SessionLines } from '../../http/sse-hub.ts';
import { changeChannel, readChanges } from './portal-change-channel.ts';
import type { StreamChange } from './portal-wire.ts';

const maxStreamsPerAccount = 50;
const endedChannel = 'waybill_portal_session_ended';

export class ChangeStreams extends SessionLines {
  constructor(listener: LineListener, findLiveSessions: FindLiveSessions) {
    super(listener, { endedChannel, maxPerGroup: maxStreamsPerAccount, findLiveSessions });
    listener.on(changeChannel, (payload) => {
      for (const { account_id, ...change } of readChanges(payload))
        this.tell(account_id, pickKnownFields(change));
    });
  }
}

function pickKnownFields({ kind, endpoint_id, delivery_id }: StreamChange): StreamChange {
  return {
    kind,
    ...(endpoint_id !== undefined && { endpoint_id }),
    ...(delivery_id !== undefined && { delivery_id }),
  };
}
