// Start-up banner: URLs of the environments and, on a first start in a terminal, first steps with the demo credentials.
import type { Config } from '../config.ts';
import type { OfferedSetUp } from '../features/accounts/system/set-up-link.ts';
import { FIRST_OPERATOR_EMAIL } from './credentials-file.ts';
import type { FirstStart } from './first-start.ts';

export interface BannerFacts {
  readonly first: FirstStart | null;
  /** Link of the first operator of production. */
  readonly setUpLink: OfferedSetUp;
}

export function printBanner(
  config: Config,
  { first, setUpLink }: BannerFacts,
  options: { servesHttp: boolean; isNew: boolean },
): void {
  if (options.isNew)
    console.log(
      `\nCreated a new installation in ${config.dataDir}. To use an existing one, set DATA_DIR to its folder.`,
    );
  if (!options.servesHttp) {
    console.log('The Waybill worker is running. Press Ctrl-C to stop it.');
    return;
  }
  console.log('\nWaybill is running.\n');
  for (const { name, publicUrl } of config.environments)
    console.log(`  ${name.padEnd(10)}  ${publicUrl}   docs: ${publicUrl}/docs`);
  printSetUp(setUpLink);
  if (first) printFirstSteps(first);
  console.log('\nPress Ctrl-C to stop it.\n');
}

/** Also where the output is a log: the link works once, for a day, and only while there is no administrator. */
function printSetUp(setUpLink: BannerFacts['setUpLink']): void {
  if (setUpLink === null) return;
  if (setUpLink === 'open')
    console.log(
      '\n  Production has no administrator yet: open the set-up link that was printed before,\n  or print a new one: npx waybill operators setup-link --email <address>',
    );
  else if (setUpLink === 'address_taken')
    console.log(
      `\n  Production has no administrator who can sign in, and an operator has the address ${FIRST_OPERATOR_EMAIL}. Create a\n  set-up link for another address: npx waybill operators setup-link --email <address>`,
    );
  else
    console.log(
      `\n  Set up the first operator of production (the link works once, within 24 hours):\n  ${setUpLink.url}\n  Another e-mail address, or a new link: npx waybill operators setup-link --email <address>`,
    );
}

function printFirstSteps({ path, credentials, seeded }: FirstStart): void {
  console.log(`\n  Demo credentials: ${path}`);
  const { sandbox } = credentials;
  // Secrets are printed to a terminal only, so that they do not end up in log files.
  if (!seeded || !sandbox || !process.stdout.isTTY) return;
  console.log(`
First steps in the sandbox (copy and paste):

  TOKEN=$(curl -s ${sandbox.base_url}/oauth/token \\
    -H 'Content-Type: application/json' \\
    -d '{"grant_type":"client_credentials","client_id":"${sandbox.client_id}","client_secret":"${sandbox.client_secret}"}' \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  curl -s ${sandbox.base_url}/account \\
    -H "Authorization: Bearer $TOKEN" \\
    -H 'Accept: application/vnd.service+json; version=2'`);
}
