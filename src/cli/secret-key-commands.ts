// waybill secret-key reencrypt
import type { Command } from 'commander';
import { recordAudit } from '../db/audit-store.ts';
import { reencryptFactors } from '../features/accounts/system/second-factor.ts';
import { reencryptSigningSecrets } from '../features/webhooks/system/reencrypt-secrets.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { printFields, printJson } from './print.ts';

export function addSecretKeyCommands(program: Command): void {
  program
    .command('secret-key')
    .description('Rotate SECRET_KEY')
    .command('reencrypt')
    .description('Encrypt stored secrets with the first key of SECRET_KEY, so that older keys can be removed')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(reencrypt);
}

async function reencrypt({ environment, json }: AdminOptions): Promise<void> {
  const result = await withAdmin(environment, async (admin, actor) => {
    const counts = {
      webhook_secrets: await reencryptSigningSecrets(admin),
      second_factors: await reencryptFactors(admin),
    };
    const subject = { kind: 'secret_key', id: admin.masterKeys[0]?.id ?? '' };
    await recordAudit(admin.system, admin, actor, {
      accountId: null,
      action: 'secret_key.reencrypted',
      subject,
    });
    return { key: subject.id, ...counts };
  });
  if (json) printJson(result);
  else
    printFields({
      key: result.key,
      'webhook secrets encrypted again': String(result.webhook_secrets),
      'second factors encrypted again': String(result.second_factors),
    });
}
