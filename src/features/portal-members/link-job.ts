// Due job that creates links of portal members and mails them. The links are created when the mail is sent, so that
// tokens are stored nowhere, not even encrypted.
import type { Actor } from '../../lib/actor.ts';

/** The job key is the id of the member, or the e-mail address in lower case. */
export const LINK_JOB = 'portal.mail_links';

interface LinkJobState {
  /** Failed attempts to send. */
  readonly failed: number;
}

/** An operator or an admin sends a link to one person. */
interface SentLink extends LinkJobState {
  readonly memberId: string;
  readonly actor: Actor;
}

/** An address was entered on the sign-in page: links to all organizations of the person, if there are any. */
interface RequestedLinks extends LinkJobState {
  readonly email: string;
  readonly requestId: string;
  readonly address: string;
}

export type LinkJobData = SentLink | RequestedLinks;
