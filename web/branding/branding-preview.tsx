// Preview of a branding: tracking page in light and dark, e-mail, and statement. Shows the draft in the portal and the
// submitted branding in the console. Nothing in it can be operated.
import type { CSSProperties, ReactNode } from 'react';
import { BrandLogo, BrandMark } from '../ui/brand.tsx';
import { formatPhone } from '../ui/phone-link.tsx';

interface Shades {
  readonly accent: string;
  readonly accent_hover: string;
  readonly on_accent: string;
  readonly tint: string;
}

export interface PreviewedBranding {
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null;
  readonly palette: { readonly light: Shades; readonly dark: Shades } | null;
  readonly sender_name: string | null;
  readonly reply_to: string | null;
  readonly help_email: string | null;
  readonly help_phone: string | null;
  readonly help_url: string | null;
}

export interface PreviewProps {
  readonly branding: PreviewedBranding;
  readonly organizationName: string;
  readonly companyName: string;
  /** Tracking pages have a button that calls the crew. */
  readonly canCallCrew: boolean;
}

type Theme = 'light' | 'dark';

export function BrandingPreview(props: PreviewProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TrackingPreview {...props} theme="light" />
      <TrackingPreview {...props} theme="dark" />
      <MailPreview {...props} />
      <StatementPreview {...props} />
    </div>
  );
}

function TrackingPreview({ theme, ...props }: PreviewProps & { readonly theme: Theme }) {
  const { branding } = props;
  const help = helpOf(branding);
  return (
    <Frame title={`Tracking page, ${theme}`} theme={theme} branding={branding}>
      <p className="flex items-center gap-2.5 font-semibold">
        {branding.logo ? <BrandLogo {...branding.logo} /> : <BrandMark className="size-7 flex-none" />}
        <span className="min-w-0 leading-tight">Delivery from {nameOf(props)}</span>
      </p>
      <div className="grid gap-2 rounded-xl border bg-card p-4">
        <p className="font-semibold text-accent">On the way</p>
        <p className="text-xl leading-tight font-semibold">12–20 minutes away</p>
        <p aria-hidden="true" className="grid grid-cols-4 gap-1">
          {[1, 2, 3, 4].map((step) => (
            <span key={step} className={`h-1.5 rounded-full ${step < 4 ? 'bg-accent' : 'bg-line'}`} />
          ))}
        </p>
        {props.canCallCrew && (
          <span className="rounded-lg bg-accent px-3 py-2 text-center font-semibold text-on-accent">
            Call the crew
          </span>
        )}
      </div>
      <div className="text-[0.8125rem] text-muted">
        <p>Confirmation code: 4F7K2M</p>
        {help.length > 0 && (
          <>
            <p>Questions? Contact {nameOf(props)} and give this code.</p>
            <HelpList list={help} />
          </>
        )}
      </div>
    </Frame>
  );
}

function MailPreview(props: PreviewProps) {
  const { branding, companyName } = props;
  const help = helpOf(branding);
  return (
    <Frame title="E-mail" theme="light" branding={branding}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-[0.8125rem]">
        <dt className="text-muted">From</dt>
        <dd>
          {nameOf(props)} via {companyName}
        </dd>
        <dt className="text-muted">Reply to</dt>
        <dd>{branding.reply_to ?? companyName}</dd>
      </dl>
      <div className="grid gap-2 rounded-xl border bg-card p-4">
        {branding.logo && (
          <p className="justify-self-start rounded-lg bg-white px-2 py-1.5">
            <BrandLogo {...branding.logo} />
          </p>
        )}
        <p className="text-[0.8125rem] font-semibold text-accent">{nameOf(props)}</p>
        <p className="text-lg leading-tight font-semibold">Your crew is on the way</p>
        <p>
          <span className="inline-block rounded-lg bg-accent px-3 py-2 font-semibold text-on-accent">
            Track your booking
          </span>
        </p>
        {help.length > 0 && (
          <div className="text-[0.8125rem] text-muted">
            <p>Questions? Contact {nameOf(props)}:</p>
            <HelpList list={help} />
          </div>
        )}
      </div>
    </Frame>
  );
}

function StatementPreview(props: PreviewProps) {
  const { branding, organizationName, companyName } = props;
  const facts = [
    ['Account', organizationName],
    ['Brand', branding.sender_name],
    ['Help e-mail', branding.help_email],
    ['Help phone', branding.help_phone && formatPhone(branding.help_phone)],
    ['Help page', branding.help_url],
  ].filter(([, value]) => value !== null);
  return (
    <Frame title="Statement (PDF)" theme="light" branding={{ ...branding, palette: null }} isPaper>
      <div className="flex justify-between gap-3">
        <p className="text-base font-bold">{companyName}</p>
        <p className="text-right">
          <span className="block text-xs text-muted">Statement</span>
          <span className="font-bold">January 2030</span>
        </p>
      </div>
      <div className="grid gap-3">
        <dl className="order-last grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {branding.logo && (
          <div className="justify-self-end">
            <BrandLogo {...branding.logo} />
          </div>
        )}
      </div>
    </Frame>
  );
}

interface FrameProps {
  readonly title: string;
  readonly theme: Theme;
  readonly branding: PreviewedBranding;
  readonly isPaper?: boolean;
  readonly children: ReactNode;
}

function Frame({ title, theme, branding: { palette }, isPaper = false, children }: FrameProps) {
  return (
    <figure className="grid min-w-0 content-start gap-1.5">
      <figcaption className="text-[0.8125rem] font-semibold text-muted">{title}</figcaption>
      <div
        className={`theme-${theme} grid content-start gap-3 rounded-xl border p-4 text-ink ${isPaper ? 'bg-[#fff]' : 'bg-paper'}`}
        style={palette ? variablesOf(palette[theme]) : undefined}
      >
        {children}
      </div>
    </figure>
  );
}

function HelpList({ list }: { readonly list: readonly string[] }) {
  return (
    <ul>
      {list.map((each) => (
        <li key={each} className="font-medium text-accent underline underline-offset-2">
          {each}
        </li>
      ))}
    </ul>
  );
}

function nameOf({ branding, organizationName }: PreviewProps): string {
  return branding.sender_name ?? organizationName;
}

function helpOf({ help_email, help_phone, help_url }: PreviewedBranding): string[] {
  return [help_email, help_phone && formatPhone(help_phone), help_url].filter((each) => each !== null);
}

function variablesOf({ accent, accent_hover, on_accent, tint }: Shades): CSSProperties {
  const variables = {
    '--accent': accent,
    '--accent-hover': accent_hover,
    '--on-accent': on_accent,
    '--tint': tint,
  };
  return variables as CSSProperties;
}
