// All commands except `serve` and `demo`: they need the database and no server.
import type { Command } from 'commander';
import { addAreaCommands } from './areas-commands.ts';
import { addAuditCommands } from './audit-commands.ts';
import { addBackupCommand } from './backup-command.ts';
import { addBookingCommands } from './bookings-commands.ts';
import { addClientCommands } from './clients-commands.ts';
import { addConfigCommands } from './config-commands.ts';
import { addCrewCommands } from './crews-commands.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addExportCommand } from './export-command.ts';
import { addImportCommand } from './import-command.ts';
import { addMapsCommands } from './maps-commands.ts';
import { addMessageCommands } from './messages-commands.ts';
import { addMigrateCommand } from './migrate-command.ts';
import { addOperatorCommands } from './operators-commands.ts';
import { addOrganizationCommands } from './organizations-commands.ts';
import { addPlanCommand } from './plan-command.ts';
import { addPrivacyCommands } from './privacy-commands.ts';
import { addRestoreCommand } from './restore-command.ts';
import { addSecretKeyCommands } from './secret-key-commands.ts';
import { addUserCommands } from './users-commands.ts';
import { addWebhookCommands } from './webhooks-commands.ts';

export function addAdminCommands(program: Command): void {
  addMigrateCommand(program);
  addOrganizationCommands(program);
  addClientCommands(program);
  addUserCommands(program);
  addPrivacyCommands(program);
  addOperatorCommands(program);
  addAuditCommands(program);
  addAreaCommands(program);
  addMapsCommands(program);
  addBookingCommands(program);
  addCrewCommands(program);
  addPlanCommand(program);
  addWebhookCommands(program);
  addMessageCommands(program);
  addDoctorCommand(program);
  addBackupCommand(program);
  addRestoreCommand(program);
  addExportCommand(program);
  addImportCommand(program);
  addSecretKeyCommands(program);
  addConfigCommands(program);
}
