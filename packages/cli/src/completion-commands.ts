// waybill-partner completion bash | zsh | fish: prints a shell script that calls `__complete` for candidates.
import { Argument, type Command } from 'commander';
import { candidates } from './completion-candidates.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `_waybill_partner() {
  local IFS=$'\\n'
  COMPREPLY=($(waybill-partner __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" | cut -f1))
}
complete -o default -F _waybill_partner waybill-partner`,
  zsh: `#compdef waybill-partner
_waybill_partner() {
  local -a found
  found=("\${(@f)$(waybill-partner __complete "\${(@)words[2,CURRENT]}" | sed 's/:/\\\\:/g; s/\\t/:/')}")
  _describe 'waybill-partner' found
}
compdef _waybill_partner waybill-partner`,
  fish: `complete -c waybill-partner -f -a '(waybill-partner __complete (commandline -opc)[2..-1] (commandline -ct))'`,
};

export function addCompletionCommands(program: Command): void {
  program
    .command('completion')
    .description('Print a completion script: source <(waybill-partner completion bash)')
    .addArgument(new Argument('<shell>', 'shell').choices(shells))
    .action((shell: (typeof shells)[number]) => console.log(scripts[shell]));
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action((words: string[]) => {
      for (const { word, description } of candidates(program, words)) console.log(`${word}\t${description}`);
    });
}
