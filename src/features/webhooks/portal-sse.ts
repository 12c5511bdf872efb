// Server-sent events of the portal: forwards change notifications of an account to its open pages in this process.
import { type FindLiveSessions, SseHub, type SseListener } from '../../http/server/sse-hub.ts';
import { parsePortalChanges, portalChangeChannel } from './portal-change-notifier.ts';
import type { StreamChange } from './portal-schemas.ts';

const maxStreamsPerAccount = 50;
const endedChannel = 'waybill_portal_session_ended';

export class PortalSseHub extends SseHub {
  /** `revokedChannel`: NOTIFY channel of revoked access tokens; portal sessions end with the token that opened them. */
  constructor(listener: SseListener, findLive: FindLiveSessions, revokedChannel: string) {
    const sessions = { endedChannel, revokedChannel, findLive };
    super(listener, { maxPerGroup: maxStreamsPerAccount, sessions });
    listener.on(portalChangeChannel, (payload) => {
      for (const { account_id, ...change } of parsePortalChanges(payload))
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
