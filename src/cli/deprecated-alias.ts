// Old name of a command that was renamed: hidden in the help, works as before, and prints a deprecation note on standard error.
import type { Command } from 'commander';

export function deprecatedAlias(parent: Command, name: string, replacement: string): Command {
  return parent.command(name, { hidden: true }).hook('preAction', () => {
    const path = pathOf(parent);
    console.error(`warning: "${path} ${name}" is deprecated; use "${path} ${replacement}".`);
  });
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
