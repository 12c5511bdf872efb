// Organization page, in the order of use: a name and a branding to approve, numbers, details, people with portal access, API
// clients, webhook endpoints, statements, message limits, branding, and links to its bookings, messages and requests.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useSearch } from 'wouter';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { NotFoundPage } from '../../ui/not-found-page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SectionLinks } from '../../ui/section-links.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { OrganizationClients } from '../clients/organization-clients.tsx';
import { LiveBrandingCard, PendingBrandingCard } from './branding-card.tsx';
import { MessageLimitsCard } from './message-limits-card.tsx';
import { OrganizationDetailsCard } from './organization-details.tsx';
import { OrganizationNumbers } from './organization-numbers.tsx';
import { brandingQuery, organizationsQuery } from './organization-queries.ts';
import { PendingNameCard } from './pending-names.tsx';
import { PortalPeople } from './portal-people.tsx';
import { StatementsCard } from './statements-card.tsx';
import { WebhookEndpointsCard } from './webhook-endpoints-card.tsx';

export function OrganizationPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(organizationsQuery);
  const { data: branding } = useQuery(brandingQuery(id));
  if (error && !data) return <LoadError error={error} onRetry={refetch} />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows label="Loading the organization" />
      </Card>
    );
  }
  const organization = data.data.find((each) => each.id === id);
  if (!organization) return <NotFoundPage what="organization" />;
  return (
    <>
      <PageHead
        title={organization.name}
        back={{ href: '/organizations', label: 'Organizations' }}
        actions={
          <>
            <ButtonLink size="small" icon="list" href={`/bookings?account_id=${id}`}>
              View bookings
            </ButtonLink>
            <ButtonLink size="small" icon="mail" href={`/messages?account=${id}`}>
              View messages
            </ButtonLink>
            <ButtonLink size="small" icon="search" href={`/requests?account=${id}`}>
              View request log
            </ButtonLink>
          </>
        }
      />
      <PendingNameCard organization={organization} />
      <PendingBrandingCard id={id} />
      <OrganizationNumbers id={id} />
      <SectionLinks sections={branding?.live ? [...cardSections, brandingSection] : cardSections} />
      <Section name="details">
        <OrganizationDetailsCard id={id} />
      </Section>
      <Section name="people">
        <PortalPeople organizationId={id} />
      </Section>
      <Section name="clients">
        <OrganizationClients organizationId={id} />
      </Section>
      <Section name="webhooks">
        <WebhookEndpointsCard organizationId={id} />
      </Section>
      <Section name="statements">
        <StatementsCard organizationId={id} />
      </Section>
      <Section name="message-limits">
        <MessageLimitsCard id={id} />
      </Section>
      <LiveBrandingCard id={id} />
      <p className="text-[0.8125rem] text-muted">
        Partners can also manage their API clients in the portal. Every change is in the audit trail.{' '}
        <Link href={`/requests?account=${id}&status=failed`} className="underline underline-offset-2">
          View failed requests
        </Link>
      </p>
    </>
  );
}

const cardSections = [
  { anchor: 'details', title: 'Details' },
  { anchor: 'people', title: 'People' },
  { anchor: 'clients', title: 'API clients' },
  { anchor: 'webhooks', title: 'Webhooks' },
  { anchor: 'statements', title: 'Statements' },
  { anchor: 'message-limits', title: 'Message limits' },
];
const brandingSection = { anchor: 'branding', title: 'Branding' };

/** Scrolled to and focused if the URL names it: `?section=statements`. */
function Section({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const isNamed = new URLSearchParams(useSearch()).get('section') === name;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNamed) return;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'start' });
  }, [isNamed]);
  return (
    <div ref={ref} id={name} tabIndex={-1} className="scroll-mt-28 outline-none">
      {children}
    </div>
  );
}
