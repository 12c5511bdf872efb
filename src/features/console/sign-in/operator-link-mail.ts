// Texts of the e-mails with one-time links for operators. In English, like the console.
import type { OperatorRole } from '../../../domain/account/operator-role.ts';
import type { OperatorLink } from '../../accounts/system/operator-link-store.ts';
import { formatMailTime } from '../../notifications/mail-time.ts';
import { type MailContent, operationalMailContent } from '../../notifications/message-content.ts';

const roleLabels: Readonly<Record<OperatorRole, string>> = {
  viewer: 'a viewer',
  dispatcher: 'a dispatcher',
  admin: 'an admin',
};

export function operatorLinkMail(
  { role, createdBy, expiresAt }: Pick<OperatorLink, 'role' | 'createdBy' | 'expiresAt'>,
  url: string,
): MailContent {
  const until = `The link works once, until ${formatMailTime('en', expiresAt)}.`;
  if (role === null)
    return operationalMailContent({
      subject: 'Reset your Waybill password',
      intro: ['A password reset was requested for your account of the Waybill console.'],
      buttons: [{ label: 'Choose a new password', url }],
      after: [until, 'If you did not request this, ignore this e-mail. Your password does not change.'],
    });
  return operationalMailContent({
    subject: 'You are invited to Waybill',
    intro: [`${createdBy} invites you to the Waybill console as ${roleLabels[role]}.`],
    buttons: [{ label: 'Choose your password', url }],
    after: [until],
  });
}
