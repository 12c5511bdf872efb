// Empty states of the delivery log: no deliveries yet, and no match for the filters.
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoDeliveriesYet({ endpointId }: { readonly endpointId: string | null }) {
  return (
    <EmptyState
      icon="inbox"
      title="No deliveries yet"
      actions={
        endpointId === null ? (
          <ButtonLink href="/endpoints/new" look="primary" icon="plus">
            Add an endpoint
          </ButtonLink>
        ) : (
          <ButtonLink href={`/endpoints/${endpointId}/test`} look="primary" icon="send">
            Send a test
          </ButtonLink>
        )
      }
    >
      Every call we make to your receivers is listed here, with what was sent and what came back. Book
      something, or send a test.
    </EmptyState>
  );
}

export function NoMatchingDeliveries({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon="search"
      title="Nothing matches these filters"
      actions={
        <Button onClick={onClear} icon="close">
          Clear filters
        </Button>
      }
    >
      Search finds a booking by its id, short id or order number, and an event by its id (the webhook-id).
    </EmptyState>
  );
}
