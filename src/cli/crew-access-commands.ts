// waybill crews link | pin | lift-delay | revoke: access of crew members to the crew page.
import type { Command } from 'commander';
import {
  type AccessContext,
  issueLink,
  issuePin,
  liftPinDelay,
  revokeAccess,
} from '../features/crew/manage-access.ts';
import { listMembers } from '../features/dispatch/system/manage-members.ts';
import type { Actor } from '../lib/actor.ts';
import { isUuid } from '../lib/ids.ts';
import { Problem } from '../lib/problem.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { printFields, printJson } from './print.ts';

export function addCrewAccessCommands(crews: Command): void {
  const command = (name: string, description: string) =>
    crews
      .command(name)
      .description(description)
      .argument('<person>', 'id, phone number or first name of the crew member')
      .addOption(environmentOption())
      .addOption(jsonOption());

  command('link', 'Create a one-time sign-in link for the crew page, valid for one day').action(createLink);
  command('pin', 'Create a new PIN and sign-in code; lifts the delay after wrong PINs').action(createPin);
  command('lift-delay', 'Lift the delay after wrong PINs; the PIN stays as it is').action(liftDelay);
  command('revoke', 'Revoke the link, PIN and sessions of a crew member').action(revoke);
}

async function createLink(person: string, options: AdminOptions): Promise<void> {
  const { url, expiresAt } = await asAdmin(person, options, issueLink);
  if (options.json) return printJson({ url, expires_at: expiresAt });
  printFields({ link: url, expires: expiresAt.toISOString() });
}

async function createPin(person: string, options: AdminOptions): Promise<void> {
  const { code, pin } = await asAdmin(person, options, issuePin);
  if (options.json) return printJson({ code, pin });
  printFields({ code, pin });
}

async function liftDelay(person: string, options: AdminOptions): Promise<void> {
  const lifted = await asAdmin(person, options, liftPinDelay);
  if (options.json) return printJson({ lifted });
  console.log(lifted ? 'Delay lifted.' : 'There was no delay.');
}

async function revoke(person: string, options: AdminOptions): Promise<void> {
  await asAdmin(person, options, revokeAccess);
  if (options.json) return printJson({ revoked: true });
  console.log('Access revoked.');
}

function asAdmin<T>(
  person: string,
  { environment }: AdminOptions,
  work: (context: AccessContext, actor: Actor, memberId: string) => Promise<T>,
): Promise<T> {
  return withAdmin(environment, async (admin, actor) => {
    const context = { ...admin, environment: admin.settings };
    return work(context, actor, await findMemberId(admin, person));
  });
}

/** Finds the member by phone number or first name. The use case reports an unknown id. */
async function findMemberId(admin: AdminSession, person: string): Promise<string> {
  if (isUuid(person)) return person;
  const members = await listMembers(admin);
  const found = members.filter(({ firstName, phoneNumber }) =>
    [firstName.toLowerCase(), phoneNumber].includes(person.toLowerCase()),
  );
  if (found.length > 1)
    throw new Error(`${found.length} crew members are called ${person}. Enter an id or a phone number.`);
  if (!found[0])
    throw Problem.of(
      'not_found',
      `There is no such crew member: ${person}. "waybill crews list --json" shows ids and names.`,
    );
  return found[0].id;
}
