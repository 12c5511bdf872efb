// docs/guides/errors.md: the error guide with the catalogue of codes. Served at /docs/errors, where `doc_url` points.
import { catalogueEntries, type ErrorEntry } from '../../src/http/error-catalogue.ts';

const introduction = `# Errors

<!-- Made by \`npm run generate\` from src/lib/problem-catalogue.ts and scripts/generate/error-docs.ts. Do not edit. -->

Every failed call answers in one shape, and says what would be right:

\`\`\`sh
curl -s "$API/bookings" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"product": "van", "tip": 50,
  "stops": [{"location": "350 5th Ave, New York, NY 10118"}, {"location": "1 Main St, Brooklyn, NY 11201"}],
  "arrival_window_from": "2030-01-31T14:00:00Z"}'
# → "param":"tip"
# → "code":"invalid_tip"
\`\`\`

\`\`\`json Error
{
  "type": "validation_error",
  "message": "tip must be 0, or at least 100 cents.",
  "param": "tip",
  "code": "invalid_tip",
  "doc_url": "https://api.example.com/docs/errors#invalid_tip"
}
\`\`\`

| field | |
|---|---|
| \`type\` | the family of the error |
| \`message\` | for people: what is wrong and what would be right. Its words may change |
| \`param\` | the offending parameter by its exact path, such as \`stops[2].location\`; null if it is none |
| \`code\` | a stable word for programs. New codes may be added; none changes its meaning |
| \`doc_url\` | leads to the code's entry on this page |

The answer also carries \`X-Request-Id\`. Log it: support finds the call by it, and so do you, in the portal under *Requests*.

## What to do by status

| status | meaning | retry? |
|---|---|---|
| 400 | something about the request is wrong, whatever the world is like | no, mend it |
| 401, 403 | the token is not good, or may not do this | no |
| 404 | there is nothing there for this account | no |
| 409 | it cannot be done as things stand: the window is gone, the booking is cancelled | look, then decide |
| 422 | understood, but not possible: the quote has expired, nobody serves that place | no, ask for something else |
| 429 | too fast | after \`Retry-After\` |
| 500, 503 | our side. With 503 nothing was saved | yes, [with the same key](idempotency-and-retries.md#what-to-retry) |

Checks come in this order: token, rate limit, scope, version, media type and size, parameters, then whether the thing exists and is in
a state that allows it. An operation whose contract lists another status than the usual one says so in its description.

## With the SDK

\`\`\`ts
import { InvalidRequestError, ValidationError, Waybill } from '@waybill/sdk';

const waybill = new Waybill({ baseUrl: process.env.API, accessToken: process.env.TOKEN });
try {
  await waybill.quotes.create({ product: 'van', stops: [{ location: 'sandbox:address_not_found' }, { location: '1 Main St, Brooklyn, NY 11201' }] });
} catch (error) {
  if (error instanceof ValidationError) console.log('Our mistake:', error.message);
  else if (error instanceof InvalidRequestError) console.log(error.param, error.code, typeof error.requestId);
  // → stops[0].location address_not_found string
  else throw error;
}
\`\`\`
`;

export async function generateErrorDocs(): Promise<string> {
  const statuses = [...new Set(catalogueEntries.map(({ status }) => status))];
  return [introduction, ...statuses.map(section)].join('\n');
}

function section(status: number): string {
  const entries = catalogueEntries.filter((entry) => entry.status === status);
  const types = [...new Set(entries.map(({ type }) => `\`${type}\``))];
  return [`## ${status}\n\n${types.join(', ')}\n`, ...entries.map(describe)].join('\n');
}

function describe({ code, meaning, remedy }: ErrorEntry): string {
  return `### ${code}\n\n${meaning}\n\nWhat to do: ${remedy}\n`;
}
