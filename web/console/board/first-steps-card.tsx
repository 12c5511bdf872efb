// Checklist on the board until the first booking exists: areas and prices, a crew, a partner with access.
import { useQueries, useQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { documentsQuery } from '../areas/area-queries.ts';
import { organizationClientsQuery } from '../clients/client-queries.ts';
import { crewsQuery, membersQuery, vehiclesQuery } from '../crews/crew-queries.ts';
import { organizationsQuery, portalPeopleQuery } from '../organizations/organization-queries.ts';
import { useHasRole } from '../session-context.tsx';
import { areaStep, crewStep, type FirstStep, partnerStep } from './first-steps.ts';

export function FirstStepsCard() {
  const steps = [useAreaStep(), useCrewStep(), usePartnerStep()];
  const known = steps.filter((step) => step !== undefined);
  // Complete from its first frame: steps that arrive one by one would move the board below.
  if (known.length < steps.length) return null;
  const next = known.find(({ isDone }) => !isDone);
  return (
    <Card
      title="First steps"
      note={
        next
          ? 'What Waybill needs before the first booking. This list disappears with the first booking.'
          : 'Everything is set up. Partners can book through the API or in the portal; this list disappears with the first booking.'
      }
      isFlush
    >
      <ol className="divide-y border-t">
        {known.map((step, nth) => (
          <Step key={step.title} step={step} number={nth + 1} isNext={step === next} />
        ))}
      </ol>
    </Card>
  );
}

interface StepProps {
  readonly step: FirstStep;
  readonly number: number;
  readonly isNext: boolean;
}

function Step({ step: { title, isDone, state, action, href, role }, number, isNext }: StepProps) {
  const mayAct = useHasRole(role);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <span
        aria-hidden="true"
        className="grid size-7 flex-none place-items-center rounded-full bg-tint text-[0.8125rem] font-semibold text-accent"
      >
        {isDone ? <Icon name="check" className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {title}
          {isDone && <Badge tone="good">Done</Badge>}
        </p>
        <p className="text-muted [overflow-wrap:anywhere]">
          {state}
          {!isDone && !mayAct && ` ${role === 'admin' ? 'An admin' : 'A dispatcher'} can change this.`}
        </p>
      </div>
      {!isDone && mayAct && (
        <ButtonLink href={href} size="small" look={isNext ? 'primary' : 'quiet'} className="max-sm:ml-11">
          {action}
        </ButtonLink>
      )}
    </li>
  );
}

function useAreaStep(): FirstStep | undefined {
  const { data } = useQuery(documentsQuery);
  return (
    data &&
    areaStep({
      revision: data.prices.revision,
      areaNames: data.areas.document.areas.map(({ name }) => name),
    })
  );
}

function useCrewStep(): FirstStep | undefined {
  const { data: crews } = useQuery(crewsQuery);
  const { data: vehicles } = useQuery(vehiclesQuery);
  const { data: members } = useQuery(membersQuery);
  return crews && vehicles && members
    ? crewStep({ crews: crews.data, vehicles: vehicles.data, members: members.data })
    : undefined;
}

/** Organizations that are asked for their access. More without a booking are rare. */
const MAX_ORGANIZATIONS = 10;

function usePartnerStep(): FirstStep | undefined {
  const { data } = useQuery(organizationsQuery);
  const asked = (data?.data ?? []).slice(0, MAX_ORGANIZATIONS);
  const clients = useQueries({ queries: asked.map(({ id }) => organizationClientsQuery(id)) });
  const people = useQueries({ queries: asked.map(({ id }) => portalPeopleQuery(id)) });
  if (!data || [...clients, ...people].some((each) => each.data === undefined)) return undefined;
  return partnerStep(
    asked.map(({ id, name }, nth) => ({
      id,
      name,
      clients: clients[nth]?.data?.data.length ?? 0,
      people: people[nth]?.data?.data.length ?? 0,
    })),
  );
}
