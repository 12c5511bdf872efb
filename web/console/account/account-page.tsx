// Account page of the signed-in operator: passkeys, second factor, password and sessions.
import { PageHead } from '../../ui/page-head.tsx';
import { useSession } from '../session-context.tsx';
import { roleLabels } from '../sign-in/role-labels.ts';
import { OwnPasskeys } from './own-passkeys.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSecondFactor } from './own-second-factor.tsx';
import { OwnSessions } from './own-sessions.tsx';

export function AccountPage() {
  const { name, email, role } = useSession().session.operator;
  return (
    <div className="grid max-w-3xl gap-5">
      <PageHead title="Your account" lead={`${name} · ${email} · ${roleLabels[role].name}`} />
      <OwnPasskeys />
      <OwnSecondFactor />
      <OwnPassword />
      <OwnSessions />
    </div>
  );
}
