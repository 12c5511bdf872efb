// Store of one-time portal links. Only hashes of their tokens are stored.
import type { IdentityDatabase } from '../../db/identity-database.ts';

export interface NewPortalLink {
  readonly tokenHash: Buffer;
  readonly accountId: string;
  /** `client:<id>` or `user:<id>`: the actor of the portal session. */
  readonly createdBy: string;
  /** Hash of the access token that requested the link. */
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
