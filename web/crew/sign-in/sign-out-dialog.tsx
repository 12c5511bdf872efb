// Dialog before the sign-out: crew member, crew and vehicle. Loaded after the page.
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { CrewDay, CrewSession } from '../api.generated.ts';
import type { Words } from '../messages.ts';
import type { OfflineModel } from '../offline/offline-model.ts';

interface SignOutDialogProps {
  readonly words: Words;
  readonly session: CrewSession;
  readonly day: CrewDay | null;
  readonly phone: OfflineModel;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function SignOutDialog({ words, session, day, phone, isOpen, onClose }: SignOutDialogProps) {
  if (!isOpen) return null;
  const vehicle = day?.crew?.vehicle;
  return (
    <Dialog
      title={session.member.first_name}
      closeLabel={words.close}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          className="min-h-12!"
          onClick={() => {
            onClose();
            void phone.signOut();
          }}
        >
          {words.signOut}
        </Button>
      }
    >
      <p>
        {[day?.crew?.name, vehicle?.name, vehicle?.plate, vehicle && words[vehicle.type]]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Dialog>
  );
}
