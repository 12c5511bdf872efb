// Loads only the commands that the first argument needs: loading the server takes longer than most commands run.
import { type AddCommands, programWith } from './run-command.ts';

const addServe = async () => (await import('./serve-command.ts')).addServeCommand;
const addAdmin = async () => (await import('./admin-commands.ts')).addAdminCommands;
const addDemo = async () => (await import('./demo-command.ts')).addDemoCommand;

export async function loadCommands(word: string | undefined): Promise<AddCommands[]> {
  if (word === '--version' || word === '-V') return [];
  if (word === 'serve') return [await addServe()];
  if (word === 'demo') return [await addDemo()];
  const admin = await addAdmin();
  const isAdminCommand = programWith([admin]).commands.some(
    (each) => each.name() === word || each.aliases().includes(word ?? ''),
  );
  // Help and unknown commands list everything.
  return isAdminCommand ? [admin] : [await addServe(), admin, await addDemo()];
}
