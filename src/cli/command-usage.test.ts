// Command lines that are refused before a database is opened, and the help texts. Runs in this process:
// test/journeys/access-commands.test.ts runs the same commands as an operator does.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadCommands } from './load-commands.ts';
import { runCommand } from './run-command.ts';

const id = '00000000-0000-7000-8000-000000000000';
const limits = 'orgs message-limits';

async function run(args: string) {
  const output = { stdout: '', stderr: '' };
  const collect = (stream: keyof typeof output, end: string) => (text: unknown) => {
    output[stream] += `${text}${end}`;
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(collect('stdout', ''));
  vi.spyOn(process.stderr, 'write').mockImplementation(collect('stderr', ''));
  vi.spyOn(console, 'log').mockImplementation(collect('stdout', '\n'));
  vi.spyOn(console, 'error').mockImplementation(collect('stderr', '\n'));
  const code = await runCommand(args.split(' '), loadCommands);
  vi.restoreAllMocks();
  return { code, ...output };
}

describe('command lines', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['users disable', "missing required argument 'user'"],
    ['users create', "required option '--username <name>' not specified"],
    ['users list --limit 0', "'--limit <number>' argument '0' is invalid"],
    ['users list -e staging', 'Allowed choices are production, sandbox.'],
    ['clients tokens', "missing required argument 'client-id'"],
    ['clients tokens wb_sandbox_client_x', 'Add --environment sandbox.'],
    ['clients revoke-tokens wb_production_client_x -e sandbox', 'Add --environment production.'],
    ['clients revoke-token x wb_production_at_x', "is invalid for argument 'token-id'"],
    ['clients disable-derived x --token x', "'--token <id>' argument 'x' is invalid"],
    [`${limits} show`, "required option '--org <id>' not specified"],
    [`${limits} show --org nonsense`, "'--org <id>' argument 'nonsense' is invalid"],
    [`${limits} set --org ${id}`, 'Specify at least one limit'],
    [`${limits} set --org ${id} --sms-per-booking 1.5`, "'--sms-per-booking <number>' argument '1.5'"],
    [`${limits} set --org ${id} --email-per-booking 1000001`, 'from 0 to 1000000, or "default"'],
    [`orgs names reject --org ${id}`, "required option '--name <name>' not specified"],
    ['operators setup-link --email nonsense', 'Enter an e-mail address'],
    ['crews lift-delay', "missing required argument 'person'"],
    ['plan new-york', "missing required argument 'day'"],
    ['plan new-york tomorrow', 'Enter a date such as 2030-12-25.'],
    ['plan new-york 2030-12-25 --seconds 61', 'Enter a number of seconds from 1 to 60.'],
    ['audit list --event nonsense', '"waybill audit events" shows the names'],
    ['audit list --severity high', 'Allowed choices are info, warning, critical.'],
    ['audit list --from yesterday', "'--from <time>' argument 'yesterday' is invalid"],
    ['audit list --org nonsense', "'--org <id>' argument 'nonsense' is invalid"],
    ['audit export --format xml', 'Allowed choices are csv, ndjson.'],
  ])('refuses "waybill %s" with exit code 2 and the parameter', async (args, words) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(words) });
    expect(stderr).toMatch(/^error: .*\nRun "waybill .* --help" for usage\.\n$/);
  });

  it.each([
    ['clients rotate', 'waybill clients rotate'],
    ['orgs message-limits set --nonsense', 'waybill orgs message-limits set'],
    [`${limits} set --org ${id}`, 'waybill orgs message-limits set'],
    ['clients nonsense', 'waybill clients'],
    ['serve now', 'waybill serve'],
    ['--nonsense', 'waybill'],
  ])('ends "waybill %s" with one line that names its help', async (args, command) => {
    const { code, stderr } = await run(args);
    expect({ code, lines: stderr.split('\n').slice(1) }).toEqual({
      code: 2,
      lines: [`Run "${command} --help" for usage.`, ''],
    });
  });

  it.each([
    ['doctr', 'doctor', 'waybill'],
    ['serv', 'serve', 'waybill'],
    ['clients rotat', 'rotate', 'waybill clients'],
    ['users list --limt 1', '--limit', 'waybill users list'],
  ])('suggests the nearest name for "waybill %s"', async (args, name, command) => {
    const { code, stderr } = await run(args);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        new RegExp(
          `^error: unknown .*\n\\(Did you mean ${name}\\?\\)\nRun "${command} --help" for usage\\.\n$`,
        ),
      ),
    });
  });

  it.each([
    ['users', /create .*list .*set-password .*disable .*enable .*end-access /s],
    ['users disable', /Usage: waybill users disable \[options\] <user>\n.*--environment.*--json/s],
    ['clients', /revoke-tokens .*disable-derived .*tokens .*revoke-token /s],
    ['orgs message-limits set', /--sms-per-recipient-day .*"default".*--email-per-account-day /s],
    ['orgs names', /list .*approve .*reject /s],
    ['operators setup-link', /first administrator.*--email <address>.*operator@example\.com/s],
    ['crews lift-delay', /<person>\n.*the PIN stays as it is/s],
    ['audit', /list .*export .*events /s],
  ])('describes "waybill %s"', async (args, pattern) => {
    expect(await run(`${args} --help`)).toEqual({
      code: 0,
      stdout: expect.stringMatching(pattern),
      stderr: '',
    });
  });

  it('shows the settings of access in "waybill config check"', async () => {
    vi.stubEnv('ACCESS_TOKEN_DAYS', '30');
    vi.stubEnv('ACCESS_TOKEN_IDLE_DAYS', '7');
    vi.stubEnv('OPERATOR_SESSION_HOURS', '8');
    vi.stubEnv('SECURITY_CONTACT', 'mailto:security@example.com');
    const { code, stdout } = await run('config check');
    vi.unstubAllEnvs();
    expect(code).toBe(0);
    for (const line of [
      /^access tokens +expire after 30 days, expire after 7 days without use$/m,
      /^operator sessions +8 hours, 60 minutes without use$/m,
      /^client addresses +network in the access log, 90 days with security events$/m,
      /^security contact +mailto:security@example\.com$/m,
      /^text messages to +US, /m,
      /^trust proxy +none$/m,
    ])
      expect(stdout).toMatch(line);
  });

  it('shows the names of security events', async () => {
    const { code, stdout } = await run('audit events');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^EVENT +SEVERITY +MEANING\nauth\.failed +warning +A password/);
    const listed = JSON.parse((await run('audit events --json')).stdout);
    expect(listed).toContainEqual(expect.objectContaining({ event: 'auth.failed', severity: 'warning' }));
  });
});
