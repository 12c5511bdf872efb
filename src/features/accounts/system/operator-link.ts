// Creates one-time links for operators. The link is mailed if mail is configured, and always returned to the creator to
// pass on. The token is in the URL fragment, which browsers do not send to servers or in Referer headers.
import { addJobs } from '../../../jobs/add-jobs.ts';
import type { KeyRing } from '../../../lib/key-ring.ts';
import { Problem } from '../../../lib/problem.ts';
import type { CredentialAdminContext } from './admin-context.ts';
import { type LinkPurpose, type OperatorLink, operatorLinks, withdrawLinkTo } from './operator-link-store.ts';

/** Due job that mails one link. The job key is the link id. */
export const LINK_MAIL_JOB = 'operator.mail_link';

export interface LinkContext extends CredentialAdminContext {
  readonly keys: KeyRing;
  readonly publicUrl: string;
  /** Whether an e-mail provider is configured. */
  readonly isMailEnabled: boolean;
}

const lifetimes: Readonly<Record<LinkPurpose, number>> = { invitation: 72 * 3_600, reset: 3_600 };
const paths: Readonly<Record<LinkPurpose, string>> = { invitation: 'join', reset: 'reset' };

export interface NewLink
  extends Pick<OperatorLink, 'purpose' | 'email' | 'role' | 'operatorId' | 'createdBy'> {
  /** Default: false. */
  readonly isSetUp?: boolean;
  /** Default: the lifetime of the purpose. */
  readonly lifetimeSeconds?: number;
}

export interface CreatedLink {
  readonly link: OperatorLink;
  /** Contains the token: shown once. */
  readonly url: string;
}

/** Replaces the open link of the same purpose and address. Runs in the caller's transaction (`context.system`). */
export async function createOperatorLink(
  context: LinkContext,
  {
    purpose,
    email,
    role,
    operatorId,
    createdBy,
    isSetUp = false,
    lifetimeSeconds = lifetimes[purpose],
  }: NewLink,
): Promise<CreatedLink> {
  const { system, clock, ids, keys, environment, isMailEnabled } = context;
  const now = clock.now();
  const id = ids.next();
  await withdrawLinkTo(system, purpose, email);
  const start = { environment, now, lifetimeSeconds };
  const { token, link } = await operatorLinks.create(system, start, (secret) => ({
    id,
    purpose,
    email,
    role,
    operator_id: operatorId,
    created_by: createdBy,
    is_set_up: isSetUp,
    mail: isMailEnabled ? 'waiting' : 'not_connected',
    sealed_token: isMailEnabled ? keys.seal(secret, sealContext(id)) : null,
  }));
  if (isMailEnabled) {
    const job = { kind: LINK_MAIL_JOB, key: id, accountId: null, dueAt: now, data: null };
    await addJobs(system, [job], now);
  }
  return { link, url: linkUrl(context, purpose, token) };
}

/** Rebuilds the URL from the encrypted token, for the mail. */
export function decryptLinkUrl(
  context: Pick<LinkContext, 'keys' | 'publicUrl'>,
  { id, purpose }: OperatorLink,
  sealedToken: Buffer,
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
