// collections/: the same requests for Bruno and Postman, with a README.
import { readApiDescription } from './api-description.ts';
import { brunoFiles } from './bruno-collection.ts';
import { postmanFiles } from './postman-collection.ts';

const readme = `# Collections

<!-- Made by \`npm run generate\` from openapi/openapi.json. Do not edit. -->

Every operation of the API as a request that runs: for [Bruno](https://www.usebruno.com) the folder \`bruno\`, for Postman the two files in
\`postman\` (collection format 2.1, and an environment). They are the same requests. The first one gets a token, later ones use what
earlier ones were answered; run them from the top.

Three variables say where: \`base_url\` (a server of your own has its sandbox at http://127.0.0.1:3001), \`client_id\` and
\`client_secret\`. From the command line:

\`\`\`sh
cd collections/bruno && npx @usebruno/cli run -r --env sandbox --env-var client_id=… --env-var client_secret=…
npx newman run collections/postman/waybill.postman_collection.json -e collections/postman/sandbox.postman_environment.json \\
  --env-var client_id=… --env-var client_secret=…
\`\`\`

They are meant for a sandbox: they book, play and cancel jobs, and move the account's clock there and back.
`;

export async function generateCollections(): Promise<Record<string, string>> {
  const description = await readApiDescription();
  return { 'README.md': readme, ...brunoFiles(description), ...postmanFiles(description) };
}
