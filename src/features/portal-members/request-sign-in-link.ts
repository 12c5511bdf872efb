// Use case: sign-in to the portal with an e-mail address. Response and response time must not reveal whether the address
// has access, so the request only counts the attempt and adds a due job; the job looks up the person.
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { addJobs } from '../../jobs/add-jobs.ts';
import { throttledAccount, throttleRequest } from '../sign-in-throttle/throttle-guess.ts';
import { LINK_JOB, type LinkJobData } from './link-job.ts';

export interface SignInLinkRequest {
  readonly email: string;
  readonly requestId: string;
  readonly address: string;
}

export interface SignInLinkContext extends Pick<Context, 'clock' | 'keys' | 'security'> {
  readonly identity: IdentityDatabase;
}

export async function requestSignInLink(
  context: SignInLinkContext,
  { email, requestId, address }: SignInLinkRequest,
): Promise<void> {
  const { identity, clock, security } = context;
  const attempt = {
    surface: 'portal_sign_in',
    kind: 'portal_member',
    name: email,
    requestId,
    address,
  } as const;
  const request = {
    secret: 'sign_in_link',
    account: throttledAccount('portal_member', undefined, email),
    address,
  } as const;
  await security.watch(identity, attempt, () => throttleRequest(context, request));
  const now = clock.now();
  const data = { email, requestId, address, failed: 0 } satisfies LinkJobData;
  const job = { kind: LINK_JOB, key: email.toLowerCase(), accountId: null, dueAt: now, data };
  await addJobs(identity, [job], now);
}
