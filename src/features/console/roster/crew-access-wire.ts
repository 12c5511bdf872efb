// Wire types for the access of crew members to the crew page.

/** Response of GET /operator/crew-members/{id}/access. */
export interface WireAccess {
  readonly code: string | null;
  readonly pin_locked: boolean;
  readonly link_expires_at: string | null;
  readonly session_count: number;
  readonly last_seen_at: string | null;
}

/** Response of POST /operator/crew-members/{id}/access. */
export interface WireGrant {
  readonly kind: 'link' | 'pin';
  readonly url?: string;
  readonly expires_at?: string;
  readonly sms?: 'sent' | 'failed' | 'no_number' | 'not_configured';
  readonly code?: string;
  readonly pin?: string;
}
