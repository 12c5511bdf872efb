// The commands of a newcomer, taken from the README and the guides, so that a command which works is one that is documented.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../../test/support/guide-code.ts';

export interface DocumentedCommands {
  readonly install: string;
  readonly start: string;
  readonly booking: string;
  readonly webhook: string;
  /** A command of operators, while the server runs. */
  readonly operator: string;
  /** Sets the base URL and the credentials that the guides and packages assume. */
  readonly credentials: string;
  readonly sdk: { readonly install: string; readonly file: string; readonly program: string };
  readonly cli: { readonly install: string; readonly use: string };
}

/** `clone`: the repository of the newcomer. */
export function documentedCommands(clone: string): DocumentedCommands {
  const page = (path: string) => new Page(path, readFileSync(join(clone, path), 'utf8'));
  const readme = page('README.md');
  const quickstart = page('docs/guides/quickstart.md');
  const partnerCli = page('docs/guides/partner-cli.md');
  const [install, start] = readme.words(/^(npm ci) && (npm start)\b/m);
  const [operator] = readme.words(/`(npx waybill orgs list [^`]+)`/);
  const [file] = quickstart.words(/`node (\S+\.mjs)`/);
  return {
    install,
    start,
    booking: readme.code('First booking', 'sh'),
    webhook: readme.code('First webhook', 'sh'),
    operator,
    credentials: quickstart.code('# Quickstart', 'sh'),
    sdk: {
      install: quickstart.code('The same with the SDK', 'sh install'),
      file,
      program: quickstart.code('The same with the SDK', 'ts'),
    },
    cli: {
      install: partnerCli.code('# Command line for partners', 'sh install'),
      use: ['Log in', 'Quote, choose a window, book', 'Log out']
        .map((heading) => partnerCli.code(heading, 'sh'))
        .join('\n'),
    },
  };
}

class Page {
  readonly #path: string;
  readonly #text: string;

  constructor(path: string, text: string) {
    this.#path = path;
    this.#text = text;
  }

  /** The blocks of a kind under a heading of the second level, or, as `# Title`, before the first of them. */
  code(heading: string, kind: string): string {
    const sections = this.#text.split('\n## ');
    const section = sections.find((each) => each.startsWith(`${heading}\n`)) ?? '';
    const blocks = blocksOf(section).filter(
      ({ language, purpose }) => `${language} ${purpose}`.trim() === kind,
    );
    if (blocks.length === 0) throw new Error(`${this.#path} has no \`${kind}\` block under "${heading}".`);
    return blocks.map(({ code }) => code).join('\n');
  }

  /** The groups of the pattern's first match. */
  words(pattern: RegExp): [string, string] {
    const [, first, second = ''] = pattern.exec(this.#text) ?? [];
    if (first === undefined) throw new Error(`${this.#path} has no text that matches ${pattern}.`);
    return [first, second];
  }
}

/** The confirmation code that the README's commands print for the first booking. */
export function firstBookingCode(output: string): string {
  const code = /hid: '([0-9A-Z]{8})',\s+state: 'created'/.exec(output)?.[1];
  if (!code) throw new Error(`no booking was created:\n${output}`);
  return code;
}

/** The correctly signed webhooks that the README's receiver prints, and its last line. */
export function receivedEvents(output: string): string[] {
  const lines = output.split('\n').filter((line) => /^(booking|crew)\.[a-z_.]+$| is delivered$/.test(line));
  return lines.slice(lines.indexOf('booking.created'));
}
