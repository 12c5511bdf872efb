// Empty state of the endpoint list: explains endpoints and how to set one up.
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';

const receiver = `// receiver.mjs: prints each event. Run it with: node receiver.mjs
import { createServer } from 'node:http';

createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  console.log(request.headers['webhook-id'], JSON.parse(body).type);
  response.writeHead(204).end();
}).listen(4000, () => console.log('Listening on http://localhost:4000'));`;

const steps = [
  [
    'Run a receiver',
    'Any HTTPS URL that responds to POST with 2xx within 15 seconds. The example prints each event.',
  ],
  [
    'Add it as an endpoint',
    'Enter its URL and select events. You get a signing secret to verify signatures.',
  ],
  ['Send a test event', 'Check the response of your receiver here, before the first real event.'],
] as const;

export function FirstEndpoint() {
  return (
    <Card className="sm:p-8!">
      <div className="grid gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="grid content-start gap-5">
          <div>
            <h2 className="text-lg font-semibold tracking-tight">Receive booking events as they happen</h2>
            <p className="mt-1 text-muted">
              An endpoint is a URL of yours to which we send an HTTP request for each booking event: created,
              dispatched, arrived at a stop, completed. Requests are signed, retried for about three days, and
              logged here.
            </p>
          </div>
          <ol className="grid gap-4">
            {steps.map(([title, text], index) => (
              <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
                <span
                  aria-hidden="true"
                  className="grid size-6 place-items-center rounded-full bg-tint text-xs font-bold text-accent"
                >
                  {index + 1}
                </span>
                <div>
                  <h3 className="font-semibold">{title}</h3>
                  <p className="text-muted">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <div>
            <ButtonLink href="/endpoints/new" look="primary" icon="plus">
              Add your first endpoint
            </ButtonLink>
          </div>
        </div>
        <div className="grid min-w-0 content-start gap-3">
          <CodeBlock title="Example receiver" code={receiver} />
          <p className="text-[0.8125rem] text-muted">
            If your machine is not reachable from the internet, put a tunnel in front of port 4000 and use its
            HTTPS URL. If Waybill runs on your own machine,{' '}
            <code className="font-mono">http://localhost:4000</code> works directly.
          </p>
        </div>
      </div>
    </Card>
  );
}
