// Empty state of the board before the first crew is created.
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoCrews() {
  return (
    <EmptyState
      icon="people"
      title="No crews yet"
      actions={
        <ButtonLink look="primary" href="/crews">
          Open Crews
        </ButtonLink>
      }
    >
      Crews appear here with their shifts and bookings. Create a crew and give it a shift; then assign
      bookings to it.
    </EmptyState>
  );
}
