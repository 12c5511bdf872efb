// Creates, updates and retires crew members.
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import {
  insertMember,
  listMemberRows,
  lockMembers,
  type MemberFields,
  type MemberRecord,
  retireMemberRow,
  updateMemberRow,
} from './crew-member-store.ts';
import { type RosterContext, recordRosterChange } from './dispatch-context.ts';
import { liveEngagementsOf } from './engagement-store.ts';
import { checkName, invalidParameter, requireRow } from './roster-problems.ts';

export interface MemberInput {
  readonly firstName: string;
  /** null: the generated avatar is used. */
  readonly avatarUrl?: string | null | undefined;
  /** E.164; private. */
  readonly phoneNumber?: string | null | undefined;
}

export async function createMember(
  context: RosterContext,
  actor: Actor,
  { firstName, avatarUrl = null, phoneNumber = null }: MemberInput,
): Promise<MemberRecord> {
  const fields = { firstName, avatarUrl, phoneNumber };
  checkFields(fields);
  const id = context.ids.next();
  const now = context.clock.now();
  return inTransaction(context.system, async (trx) => {
    await insertMember(trx, { id, ...fields }, now);
    const subject = { kind: 'crew_member', id } as const;
    await recordRosterChange(context, trx, actor, { action: 'crew_member.created', subject });
    return { id, crewId: null, ...fields, retiredAt: null };
  });
}

/**
 * Fields that are not given stay unchanged. Running bookings keep the name and avatar from the time of the assignment.
 */
export async function updateMember(
  context: RosterContext,
  actor: Actor,
  { id, ...input }: Partial<MemberInput> & { readonly id: string },
): Promise<MemberRecord> {
  const now = context.clock.now();
  return inTransaction(context.system, async (trx) => {
    const before = await requireRow('crew member', id, async (known) => (await lockMembers(trx, [known]))[0]);
    const {
      firstName = before.firstName,
      avatarUrl = before.avatarUrl,
      phoneNumber = before.phoneNumber,
    } = input;
    const fields = { firstName, avatarUrl, phoneNumber };
    checkFields(fields);
    await updateMemberRow(trx, id, fields, now);
    const subject = { kind: 'crew_member', id } as const;
    const changed = Object.keys(input);
    await recordRosterChange(context, trx, actor, { action: 'crew_member.updated', subject, changed });
    return { ...before, ...fields };
  });
}

export async function retireMember(context: RosterContext, actor: Actor, id: string): Promise<MemberRecord> {
  const now = context.clock.now();
  return inTransaction(context.system, async (trx) => {
    const before = await requireRow('crew member', id, async (known) => (await lockMembers(trx, [known]))[0]);
    if (before.retiredAt) return before;
    if (before.crewId && (await liveEngagementsOf(trx, before.crewId)).length > 0) {
      const message =
        'The crew of this member is engaged in a booking. Replace the member in the crew first.';
      throw Problem.of('crew_unavailable', message, { param: 'id' });
    }
    await retireMemberRow(trx, id, now);
    const subject = { kind: 'crew_member', id } as const;
    await recordRosterChange(context, trx, actor, { action: 'crew_member.retired', subject });
    return { ...before, crewId: null, retiredAt: now };
  });
}

export function listMembers(
  { system }: Pick<RosterContext, 'system'>,
  {
    includesRetired = false,
    limit = 500,
  }: { readonly includesRetired?: boolean; readonly limit?: number } = {},
): Promise<MemberRecord[]> {
  return listMemberRows(system, { includesRetired, limit });
}

function checkFields({ firstName, avatarUrl, phoneNumber }: MemberFields): void {
  checkName('first_name', firstName);
  if (phoneNumber !== null && !/^\+[1-9]\d{6,14}$/.test(phoneNumber)) {
    throw invalidParameter(
      'phone_number',
      'phone_number must have a plus sign and the country code, such as +12125550100.',
    );
  }
  if (avatarUrl !== null && !(URL.canParse(avatarUrl) && avatarUrl.startsWith('https://'))) {
    throw invalidParameter('avatar_url', 'avatar_url must be an https URL.');
  }
}
