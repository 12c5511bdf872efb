// The programs of the guides and READMEs: all blocks of one kind on one page, in the order of the page, because later blocks
// use variables of earlier ones. Each states the output that it must print.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import {
  blocksOf,
  documentsWithCode,
  examplesOf,
  expectedOutputOf,
  missingOutput,
  readGuide,
  shellPrelude,
} from '../../test/support/guide-code.ts';
import type { ReaderFolder } from './reader-folder.ts';
import { type ProcessResult, runProcess } from './run-process.ts';

/** For a busy machine: operators' pages run a dozen commands, each a process of its own. */
const TIMEOUT_SECONDS = 600;
const MARK = '--- output of the next example';
const kinds = ['sh', 'ts', 'sh operator', 'sh install'] as const;

export interface GuideProgram {
  readonly page: string;
  readonly kind: (typeof kinds)[number];
  readonly code: string;
}

export function guidePrograms(): GuideProgram[] {
  return documentsWithCode.flatMap((page) =>
    kinds.map((kind) => ({ page, kind, code: codeOf(page, kind) })).filter(({ code }) => code !== ''),
  );
}

function codeOf(page: string, kind: string): string {
  return (
    blocksOf(readGuide(page))
      .filter(({ language, purpose }) => `${language} ${purpose}`.trim() === kind)
      // The README's commands that install, start and test are not examples: the instance already runs.
      .filter(({ code }) => !code.startsWith('npm ci'))
      .map(({ code }) => code)
      .join('\n')
  );
}

export interface ProgramEnvironment {
  readonly reader: ReaderFolder;
  /** For commands of operators: the settings of the running server. */
  readonly server: Readonly<Record<string, string>>;
  /** For partners: base URL, credentials, a token, and a port for a receiver. */
  readonly partner: Readonly<Record<string, string>>;
}

export interface ProgramResult {
  readonly problem: string | null;
  readonly output: string;
}

export async function runGuideProgram(
  program: GuideProgram,
  { reader, server, partner }: ProgramEnvironment,
): Promise<ProgramResult> {
  const { kind, code } = program;
  const own = kind === 'sh operator' ? server : kind === 'ts' ? partner : withoutSdkNames(partner);
  const run = {
    cwd: kind === 'sh install' ? reader.newProject() : reader.clone,
    env: { ...reader.variables, ...own },
    timeoutSeconds: TIMEOUT_SECONDS,
  };
  if (kind === 'ts') {
    const file = join(reader.programs, 'program.mjs');
    writeFileSync(file, (await transform(code, { loader: 'ts', target: 'es2023' })).code);
    const result = await runProcess({ ...run, command: process.execPath, args: [file] });
    const missing = missingOutput(result.stdout, expectedOutputOf(code));
    return { problem: result.problem ?? missingText(missing), output: result.all };
  }
  const examples = examplesOf(code);
  const script = examples.map((example) => `echo '${MARK}'\n${example.script}`).join('\n');
  const result = await runProcess({
    ...run,
    command: 'sh',
    args: ['-eu', '-c', `${shellPrelude}\n${script}`],
  });
  return {
    problem: result.problem ?? missingText(missingExample(result, examples)),
    output: result.all.replaceAll(`${MARK}\n`, ''),
  };
}

/** The partner CLI would use these variables instead of its login. */
function withoutSdkNames(partner: ProgramEnvironment['partner']): Record<string, string> {
  return Object.fromEntries(Object.entries(partner).filter(([name]) => !name.startsWith('WAYBILL_')));
}

function missingExample({ stdout }: ProcessResult, examples: ReturnType<typeof examplesOf>): string | null {
  const outputs = stdout.split(`${MARK}\n`).slice(1);
  const missing = examples.flatMap(({ promises }, index) =>
    promises.filter((promise) => !outputs[index]?.includes(promise)),
  );
  return missing[0] ?? null;
}

const missingText = (missing: string | null) => missing && `did not print: ${missing}`;
