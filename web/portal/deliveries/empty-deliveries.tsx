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

interface NoMatchingDeliveriesProps {
  readonly onClear: () => void;
  /** Shows the deliveries that are still retried; null if the filter is not for failed ones. */
  readonly onShowRetried: (() => void) | null;
}

export function NoMatchingDeliveries({ onClear, onShowRetried }: NoMatchingDeliveriesProps) {
  return (
    <EmptyState
      icon="search"
      title="No webhook deliveries match these filters"
      actions={
        <>
          {onShowRetried && (
            <Button onClick={onShowRetried} icon="refresh">
              Show queued or retrying
            </Button>
          )}
          <Button onClick={onClear} icon="close">
            Clear filters
          </Button>
        </>
      }
    >
      {onShowRetried && 'A webhook delivery is failed after its last attempt; until then it is retrying. '}
      Search by booking id, confirmation code, order number or event id (webhook-id).
    </EmptyState>
  );
}
