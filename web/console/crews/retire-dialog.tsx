// Confirmation dialog that retires a crew, a crew member or a vehicle.
import { Link } from 'wouter';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useRosterWrite } from './crew-queries.ts';
import { LinkedCodes } from './linked-codes.tsx';

interface RetireDialogProps {
  readonly name: string;
  readonly path: string;
  readonly consequence: string;
  /** Page that reassigns the bookings that prevent it. */
  readonly reassignHref?: string;
  readonly onClose: () => void;
}

export function RetireDialog({ name, path, consequence, reassignHref, onClose }: RetireDialogProps) {
  const write = useRosterWrite();
  return (
    <ConfirmDialog
      title={`Retire ${name}?`}
      confirm="Retire"
      isDangerous
      busy={write.isPending}
      error={
        write.error && (
          <>
            <LinkedCodes text={write.error.message} />{' '}
            {reassignHref !== undefined && (
              <Link href={reassignHref} className="font-semibold underline underline-offset-2">
                Reassign all its bookings
              </Link>
            )}
          </>
        )
      }
      onConfirm={() =>
        write.mutate({ method: 'DELETE', path, done: `${name} retired.` }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <p>{consequence} Past records are kept. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
