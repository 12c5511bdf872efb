// Brand elements: the Waybill logo, the logo of an organization, and the label of the sandbox environment.

export function BrandMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className ?? 'size-8 flex-none'}>
      <rect width="32" height="32" rx="8" fill="#0d6b50" />
      <path
        d="M7 10l4.5 12L16 13l4.5 9L25 10"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="25" cy="10" r="2.9" fill="#ffb454" />
    </svg>
  );
}

interface BrandLogoProps {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Logo of an organization, beside its name. Always on white: most logos are drawn for it. */
export function BrandLogo({ url, width, height }: BrandLogoProps) {
  return (
    <span className="flex-none rounded-md bg-[#fff] p-1">
      <img
        src={url}
        alt=""
        width={width}
        height={height}
        className="h-7 w-auto max-w-20 object-contain sm:max-w-32"
      />
    </span>
  );
}

export function SandboxPill() {
  return (
    <span className="rounded-full border border-current px-2 py-px whitespace-nowrap text-xs font-semibold text-signal">
      Sandbox
    </span>
  );
}
