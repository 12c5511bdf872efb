// Waits for the delivery of a test event and shows the result of its attempt.
import { Spinner } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AttemptDetails } from '../deliveries/attempt-details.tsx';
import { adviceFor, formatAttemptOutcome } from '../deliveries/delivery-labels.ts';
import { useDelivery, useDeliveryOfEvent } from '../deliveries/delivery-queries.ts';

interface TestResultProps {
  readonly endpointId: string;
  readonly eventId: string;
}

export function TestResult({ endpointId, eventId }: TestResultProps) {
  const found = useDeliveryOfEvent(endpointId, eventId);
  const delivery = useDelivery(found.data?.id ?? null, { isAwaited: true });
  const attempt = delivery.data?.log[0];
  if (!delivery.data || !attempt) {
    return (
      <p className="flex items-center gap-2.5 text-muted">
        <Spinner /> Waiting for the response …
      </p>
    );
  }
  const isGood = attempt.outcome === 'ok';
  return (
    <div className="grid gap-4">
      <Notice tone={isGood ? 'good' : 'bad'} title={formatAttemptOutcome(attempt)}>
        {isGood ? 'Your receiver accepted the event. Real events are sent the same way.' : adviceFor(attempt)}
      </Notice>
      <AttemptDetails attempt={attempt} payload={delivery.data.payload} />
      <div>
        <ButtonLink size="small" href={`/deliveries/${delivery.data.id}`}>
          View delivery
        </ButtonLink>
      </div>
    </div>
  );
}
