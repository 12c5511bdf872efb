// Form to create or update an endpoint, with an example payload of the highlighted event type.
import { type SyntheticEvent, useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { TextField } from '../../ui/field.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextWithCode } from '../../ui/text-with-code.tsx';
import type { EndpointRequest, PortalEndpoint } from '../api.generated.ts';
import { TEST_TYPE, useCatalogue } from '../catalogue/catalogue-queries.ts';
import { EventPicker } from './event-picker.tsx';

interface EndpointFormProps {
  readonly endpoint?: PortalEndpoint;
  readonly submit: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (request: EndpointRequest) => void;
}

export function EndpointForm({ endpoint, submit, busy, error, onSubmit }: EndpointFormProps) {
  const catalogue = useCatalogue();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [events, setEvents] = useState<readonly string[] | null>(endpoint?.events ?? null);
  const [highlightedType, setHighlightedType] = useState<string | null>(null);
  const [isEmptyChoice, setIsEmptyChoice] = useState(false);
  const errors = errorsByField(error);

  function send(event: SyntheticEvent): void {
    event.preventDefault();
    setIsEmptyChoice(events?.length === 0);
    if (events?.length === 0) return;
    // The server validates the types and reports an unknown one at this field.
    const chosen = events as EndpointRequest['events'];
    onSubmit({ url: url.trim(), description: description.trim() || null, events: chosen ?? null });
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <form onSubmit={send} className="grid gap-5">
        {errors.form !== null && (
          <div role="alert">
            <Notice tone="bad" title="Could not save the endpoint">
              {errors.form}
            </Notice>
          </div>
        )}
        <TextField
          label="URL"
          type="url"
          inputMode="url"
          required
          isCode
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/webhooks/waybill"
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
          error={errors.url}
          hint="Must respond to POST with 2xx within 15 seconds. Redirects count as failures."
        />
        <TextField
          label="Description"
          maxLength={5000}
          autoComplete="off"
          placeholder="Order system, production"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={errors.description}
          hint="Optional. Helps you tell endpoints apart."
        />
        {catalogue.data ? (
          <EventPicker
            catalogue={catalogue.data.filter(({ type }) => type !== TEST_TYPE)}
            value={events}
            onChange={(value) => {
              setEvents(value);
              setIsEmptyChoice(false);
            }}
            onLook={setHighlightedType}
            error={isEmptyChoice ? 'Select at least one event type, or choose all events.' : errors.events}
          />
        ) : (
          <>
            {catalogue.isPending && <Skeleton className="h-40" />}
            {catalogue.error && <LoadError error={catalogue.error} onRetry={catalogue.refetch} />}
          </>
        )}
        <div>
          <Button type="submit" look="primary" busy={busy}>
            {submit}
          </Button>
        </div>
      </form>
      <PayloadExample type={highlightedType ?? events?.[0] ?? 'booking.created'} />
    </div>
  );
}

function PayloadExample({ type }: { readonly type: string }) {
  const { data } = useCatalogue();
  const entry = data?.find((each) => each.type === type) ?? data?.[0];
  if (!entry) return null;
  return (
    <aside aria-label="Example payload" className="grid gap-3 lg:sticky lg:top-5">
      <div>
        <h2 className="font-semibold">{entry.title}</h2>
        <p className="text-[0.8125rem] text-muted">
          <TextWithCode text={entry.description} />
        </p>
      </div>
      <CodeBlock
        title={`Example of ${entry.type}`}
        code={JSON.stringify(entry.example, null, 2)}
        isJson
        maxHeight="tall"
      />
    </aside>
  );
}

function errorsByField(error: Error | null) {
  const param = error instanceof ApiError ? (/^\w+/.exec(error.param ?? '')?.[0] ?? null) : null;
  const at = (name: string) => (error !== null && param === name ? error.message : null);
  const known = ['url', 'description', 'events'];
  return {
    url: at('url'),
    description: at('description'),
    events: at('events'),
    form: error !== null && (param === null || !known.includes(param)) ? error.message : null,
  };
}
