// waybill maps engine [install]: the routing engine, which is fetched by this command only
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import {
  engineRoot,
  findEngine,
  pinnedEngine,
  pinnedEngineFolder,
  unsupportedPlatform,
} from '../integrations/router/engine/engine-package.ts';
import { engineFault } from '../integrations/router/engine/engine-process.ts';
import { installEngine } from '../integrations/router/engine/install-engine.ts';
import { jsonOption } from './admin-session.ts';
import { printFields, printJson } from './print.ts';
import { ReportedError } from './reported-error.ts';

interface EngineOptions {
  readonly json?: boolean;
}

interface InstallOptions extends EngineOptions {
  readonly file?: string;
}

export function addEngineCommands(maps: Command): void {
  const engine = maps
    .command('engine')
    .description('Show the routing engine, which measures routes on the roads of map regions')
    .addOption(jsonOption())
    .action(statusCommand);
  engine
    .command('install')
    .description('Install the routing engine: about 90 MB from the npm registry, verified by its hash')
    .option('--file <path>', 'install from this file instead: the package as "npm pack" writes it')
    .addOption(jsonOption())
    .action(installCommand);
}

async function installCommand({ file }: InstallOptions, command: Command): Promise<void> {
  const { json } = command.optsWithGlobals<InstallOptions>();
  const { engine, isNew } = await installEngine(engineRoot(readConfig().dataDir), file);
  if (json) return printJson({ version: engine.version, folder: engine.folder, installed: isNew });
  console.log(
    isNew
      ? `Installed the routing engine ${engine.version} in ${engine.folder}. Regions that are imported from now on have roads; import existing regions again.`
      : `The routing engine ${engine.version} is installed in ${engine.folder} already.`,
  );
}

async function statusCommand({ json }: EngineOptions): Promise<void> {
  const root = engineRoot(readConfig().dataDir);
  const engine = findEngine(root);
  const fault = unsupportedPlatform() ?? (engine ? await engineFault(engine) : null);
  const status = fault !== null ? 'unusable' : engine ? 'installed' : 'not installed';
  const { name, version } = pinnedEngine();
  if (json) printJson({ status, package: name, version, folder: pinnedEngineFolder(root), fault });
  else {
    printFields({
      status,
      package: `${name} ${version}`,
      folder: pinnedEngineFolder(root),
      ...(fault && { fault }),
    });
    if (status === 'not installed')
      console.log(
        'Regions without roads use estimates. In regions with roads, this host answers 503 until the engine is installed: run "waybill maps engine install".',
      );
  }
  if (engine && fault !== null) throw new ReportedError();
}
