// Sends a test event to an endpoint and shows the receiver's response.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PortalEndpoint } from '../api.generated.ts';
import { TEST_TYPE, typeOptions, useCatalogue } from '../catalogue/catalogue-queries.ts';
import { useSendTest } from './endpoint-queries.ts';
import { TestResult } from './test-result.tsx';

export function EndpointTest({ endpoint }: { readonly endpoint: PortalEndpoint }) {
  const catalogue = useCatalogue();
  const [type, setType] = useState(TEST_TYPE);
  const send = useSendTest(endpoint.id);
  const entries = catalogue.data ?? [];
  const entry = entries.find((each) => each.type === type);
  const isListed = entries.some((each) => each.type === TEST_TYPE);
  const options = [...(isListed ? [] : [{ value: TEST_TYPE, label: TEST_TYPE }]), ...typeOptions(entries)];
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card
        title="Send a test event"
        note="Signed and sent like a real event, once, without retries. Excluded from the endpoint's health and statistics."
      >
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            send.mutate({ type });
          }}
        >
          <Select label="Event type" value={type} onChange={setType} options={options} hint={entry?.title} />
          {send.error && (
            <div role="alert">
              <Notice tone="bad" title="Could not send the test event">
                {send.error.message}
              </Notice>
            </div>
          )}
          <div>
            <Button type="submit" look="primary" icon="send" busy={send.isPending}>
              {send.data ? 'Send another test event' : 'Send test event'}
            </Button>
          </div>
          {catalogue.isPending && <Skeleton className="h-48" />}
          {entry && (
            <CodeBlock
              title="Example payload"
              code={JSON.stringify(entry.example, null, 2)}
              isJson
              maxHeight="short"
            />
          )}
        </form>
      </Card>
      <Card title="Response of your receiver">
        <div aria-live="polite">
          {send.data ? (
            <TestResult key={send.data.event_id} endpointId={endpoint.id} eventId={send.data.event_id} />
          ) : (
            <p className="text-muted">
              The status, headers and body of the response appear here after you send a test event.
            </p>
          )}
        </div>
      </Card>
    </div>
  );
}
