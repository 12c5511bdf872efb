// Links into the portal. Only hashes of their tokens are kept.
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface NewPortalLink {
  readonly tokenHash: Buffer;
  readonly accountId: string;
  /** `client:<id>` or `user:<id>`: in whose name the portal's session acts. */
  readonly createdBy: string;
  /** The hash of the access token that asked for it. */
  readonly madeWith: Buffer;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertPortalLink(db: IdentityDatabase, link: NewPortalLink): Promise<void> {
  await db
    .insertInto('portal_link')
    .values({
      token_hash: link.tokenHash,
      account_id: link.accountId,
      created_by: link.createdBy,
      made_with: link.madeWith,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute();
}
