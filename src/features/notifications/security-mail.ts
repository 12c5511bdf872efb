// E-mail to a partner about a change of its API clients or its contact address: what changed, when, from where, and what
// to do about a change that the partner did not make.
import type { Actor } from '../../lib/actor.ts';
import { toVisibleLine } from '../../lib/invisible-characters.ts';
import type { SecurityChange, SecurityMailData } from '../accounts/notify-security-change.ts';
import { type MailContent, plainMailContent } from './message-content.ts';

const changes: Readonly<Record<SecurityChange, { readonly title: string; readonly effect: string }>> = {
  'key.created': {
    title: 'An API key was created',
    effect: 'Programs with its secret can get access tokens for your account.',
  },
  'key.rotated': {
    title: 'The secret of an API key was rotated',
    effect: 'A new secret was issued. The old secret and its access tokens end with the overlap.',
  },
  'key.old_secret_ended': {
    title: 'The old secret of an API key was revoked',
    effect: 'The old secret and the access tokens obtained with it no longer work.',
  },
  'key.disabled': {
    title: 'An API key was disabled',
    effect: 'Its access tokens no longer work, and it cannot get new ones.',
  },
  'key.enabled': { title: 'An API key was enabled', effect: 'It can get access tokens again.' },
  'key.deleted': {
    title: 'An API key was deleted',
    effect: 'Its secrets and access tokens no longer work.',
  },
  'key.tokens_revoked': {
    title: 'Access tokens of an API key were revoked',
    effect: 'Programs that used them must get a new token with the client secret.',
  },
  'contact.changed': {
    title: 'The contact address of your account was changed',
    effect: 'Mail about credentials and webhook endpoints no longer goes to the previous address.',
  },
};

export function securityMail(
  { change, subject, at, by, address }: SecurityMailData,
  environment: string,
): MailContent {
  const { title, effect } = changes[change];
  const name = toVisibleLine(subject.name);
  const suffix = environment === 'sandbox' ? ' (sandbox)' : '';
  return plainMailContent(`${title}: ${name}${suffix}`, [
    `${title}: ${name} (${subject.id}). ${effect}`,
    `Time: ${at}. Changed by: ${authors[by]}. IP address: ${address ?? 'none, a command on the server'}.`,
    'If this was you or your team, you need to do nothing.',
    'If it was not: open the portal (GET /webhooks/portal), page API keys. Disable the keys that you do not know, rotate the secrets of the others without overlap, and contact the operator of this service. The portal lists which keys were created in whose session.',
  ]);
}

const authors: Readonly<Record<Actor['kind'], string>> = {
  client: 'an API client or portal session of your account',
  user: 'a user or portal session of your account',
  operator: 'the operator of this service',
  command: 'the operator of this service',
  crew_member: 'the operator of this service',
  system: 'this service',
  anonymous: 'a caller who was not signed in',
};
