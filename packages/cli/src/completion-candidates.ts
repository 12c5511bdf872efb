// Completion candidates for the command line: subcommands, options and known values.
import type { Command } from 'commander';

export interface Candidate {
  readonly word: string;
  readonly description: string;
}

/** `words`: the words after the command name; the last one is incomplete. */
export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const { command, rest } = commandOf(program, before);
  const valued = command.options.find(
    (option) => option.long === before.at(-1) && (option.required || option.optional),
  );
  const all = valued
    ? valuesOf(valued.argChoices)
    : [...subcommandsOf(command), ...argumentsOf(command, rest), ...optionsOf(command, before)];
  return all.filter(({ word }) => word.startsWith(typed));
}

function commandOf(
  program: Command,
  words: readonly string[],
): { command: Command; rest: readonly string[] } {
  let command = program;
  let depth = 0;
  for (const word of words) {
    const child = command.commands.find((each) => each.name() === word);
    if (!child) break;
    command = child;
    depth += 1;
  }
  return { command, rest: words.slice(depth) };
}

const valuesOf = (choices: readonly string[] = []) => choices.map((word) => ({ word, description: '' }));

function subcommandsOf(command: Command): Candidate[] {
  return command.commands
    .filter((child) => child.name() !== '__complete')
    .map((child) => ({ word: child.name(), description: child.description() }));
}

function argumentsOf(command: Command, rest: readonly string[]): Candidate[] {
  return rest.length === 0 ? valuesOf(command.registeredArguments[0]?.argChoices) : [];
}

function optionsOf(command: Command, before: readonly string[]): Candidate[] {
  return command.options
    .filter(
      ({ long }) => long && (!before.includes(long) || ['--stop', '--item', '--metadata'].includes(long)),
    )
    .map(({ long, description }) => ({ word: long ?? '', description }));
}
