// Creates one-time links for operators. The link is mailed if mail is configured, and always returned to the creator to
// pass on. The token is in the URL fragment, which browsers do not send to servers or in Referer headers.
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import { addJobs } from '../../../jobs/due-job-store.ts';
import type { KeyRing } from '../../../lib/key-ring.ts';
import { hashToken, mintToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import type { AdminContext } from './admin-context.ts';
import { type LinkPurpose, type OperatorLink, replaceOpenLink } from './operator-link-store.ts';

/** Due job that mails one link. The job key is the link id. */
export const LINK_MAIL_JOB = 'operator.mail_link';

export interface LinkContext extends AdminContext {
  readonly keys: KeyRing;
  readonly publicUrl: string;
  /** Whether an e-mail provider is configured. */
  readonly isMailEnabled: boolean;
}

const HOUR_MS = 3_600_000;
const lifetimeMillis: Readonly<Record<LinkPurpose, number>> = { invitation: 72 * HOUR_MS, reset: HOUR_MS };
const paths: Readonly<Record<LinkPurpose, string>> = { invitation: 'join', reset: 'reset' };

export interface NewLink {
  readonly purpose: LinkPurpose;
  readonly email: string;
  readonly role: OperatorRole | null;
  readonly operatorId: string | null;
  readonly createdBy: string;
}

export interface CreatedLink {
  readonly link: OperatorLink;
  /** Contains the token: shown once. */
  readonly url: string;
}

/** Runs in the caller's transaction (`context.system`). */
export async function createOperatorLink(context: LinkContext, input: NewLink): Promise<CreatedLink> {
  const { system, clock, ids, keys, environment, isMailEnabled } = context;
  const now = clock.now();
  const id = ids.next();
  const token = mintToken(`wopl_${environment}`);
  const link: OperatorLink = {
    ...input,
    id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMillis[input.purpose]),
    mail: isMailEnabled ? 'waiting' : 'not_connected',
  };
  const sealedToken = isMailEnabled ? keys.seal(token, sealContext(id)) : null;
  await replaceOpenLink(system, { ...link, tokenHash: hashToken(token), sealedToken });
  if (isMailEnabled) {
    const job = { kind: LINK_MAIL_JOB, key: id, accountId: null, dueAt: now, data: null };
    await addJobs(system, [job], now);
  }
  return { link, url: linkUrl(context, input.purpose, token) };
}

/** Rebuilds the URL from the encrypted token, for the mail. */
export function decryptLinkUrl(
  context: Pick<LinkContext, 'keys' | 'publicUrl'>,
  { id, purpose, sealedToken }: Pick<OperatorLink, 'id' | 'purpose'> & { readonly sealedToken: Buffer },
): string {
  return linkUrl(context, purpose, context.keys.open(sealedToken, sealContext(id)).toString());
}

function linkUrl({ publicUrl }: Pick<LinkContext, 'publicUrl'>, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}/console/${paths[purpose]}#token=${token}`;
}

const sealContext = (id: string) => `operator link ${id}`;

export function linkExpired(): Problem {
  return Problem.of(
    'link_expired',
    'This link was already used, was withdrawn or has expired. Ask for a new one.',
  );
}
