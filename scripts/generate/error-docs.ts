// docs/errors.md: the catalogue of codes for people who read the repository. /docs/errors shows the same.
import { catalogueEntries, type ErrorEntry } from '../../src/http/error-catalogue.ts';

const introduction = `# Errors

<!-- Made by \`npm run generate\` from src/lib/problem-catalogue.ts. Do not edit. -->

Every failed call answers in one shape. \`type\` is the family of the error, \`message\` says what is wrong and what would be
right, \`param\` names the offending parameter by its exact path, \`code\` is a stable word for programs, and \`doc_url\` leads
to its entry below. New codes may be added; none changes its meaning. The status is the usual one: an operation whose
contract lists another says so in its description.
`;

export async function generateErrorDocs(): Promise<string> {
  const overview = catalogueEntries.map(
    ({ code, status, type, meaning }) => `| [\`${code}\`](#${code}) | ${status} | \`${type}\` | ${meaning} |`,
  );
  return [
    introduction,
    '| code | status | type | meaning |',
    '|---|---|---|---|',
    ...overview,
    '',
    ...catalogueEntries.map(describe),
  ].join('\n');
}

function describe({ code, status, type, meaning, remedy }: ErrorEntry): string {
  return `## ${code}\n\n${status} \`${type}\`. ${meaning}\n\nWhat to do: ${remedy}\n`;
}
