// The request with which a program gets an access token, for a shell. The secret comes from an environment variable, so that
// it is not in the history of the shell.
import type { ApiKey } from '../portal/api.generated.ts';

export const tokenRequest = ({ client_id }: Pick<ApiKey, 'client_id'>): string =>
  [
    `curl -s ${location.origin}/oauth/token \\`,
    '  -d grant_type=client_credentials \\',
    `  -d client_id=${client_id} \\`,
    '  -d client_secret="$WAYBILL_CLIENT_SECRET"',
  ].join('\n');
