// Start-up banner: URLs of the environments and, on a first start in a terminal, first steps with the demo credentials.
import type { Config } from '../config.ts';
import type { FirstStart } from './first-start.ts';

export function printBanner(
  config: Config,
  first: FirstStart | null,
  options: { api?: boolean; worker?: boolean; isNew: boolean },
): void {
  if (options.isNew)
    console.log(
      `\nThis is a new installation, in ${config.dataDir}. If you have one already, DATA_DIR must name it.`,
    );
  if (options.worker && !options.api) {
    console.log('Waybill is doing background work. Stop it with Ctrl-C.');
    return;
  }
  console.log('\nWaybill is running.\n');
  for (const { name, publicUrl } of config.environments)
    console.log(`  ${name.padEnd(10)}  ${publicUrl}   docs: ${publicUrl}/docs`);
  if (first) printFirstSteps(first);
  console.log('\nStop it with Ctrl-C.\n');
}

function printFirstSteps({ path, credentials, seeded }: FirstStart): void {
  console.log(`\n  Demo credentials are in ${path}`);
  const { sandbox } = credentials;
  // Secrets are printed to a terminal only, so that they do not end up in log files.
  if (!seeded || !sandbox || !process.stdout.isTTY) return;
  console.log(`
First steps in the sandbox, ready to paste:

  TOKEN=$(curl -s ${sandbox.base_url}/oauth/token \\
    -H 'Content-Type: application/json' \\
    -d '{"grant_type":"client_credentials","client_id":"${sandbox.client_id}","client_secret":"${sandbox.client_secret}"}' \\
    | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

  curl -s ${sandbox.base_url}/account \\
    -H "Authorization: Bearer $TOKEN" \\
    -H 'Accept: application/vnd.service+json; version=2'`);
}
