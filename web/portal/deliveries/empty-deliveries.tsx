// Empty states of the delivery log: no deliveries yet, and no match for the filters.
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export function NoDeliveriesYet({ endpointId }: { readonly endpointId: string | null }) {
  return (
    <EmptyState
      icon="inbox"
      title="No webhook deliveries yet"
      actions={
        endpointId === null ? (
          <ButtonLink href="/endpoints/new" look="primary" icon="plus">
            Add an endpoint
          </ButtonLink>
        ) : (
          <ButtonLink href={`/endpoints/${endpointId}/test`} look="primary" icon="send">
            Send a test event
          </ButtonLink>
        )
      }
    >
      Webhook deliveries appear here, with request and response. To see one, create a booking or send a test
      event.
    </EmptyState>
  );
}

export function NoMatchingDeliveries({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon="search"
      title="No webhook deliveries match these filters"
      actions={
        <Button onClick={onClear} icon="close">
          Clear filters
        </Button>
      }
    >
      Search by booking id, confirmation code, order number or event id (webhook-id).
    </EmptyState>
  );
}
