// Brand elements: the Waybill logo and the label of the sandbox environment.

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

export function SandboxPill() {
  return (
    <span className="rounded-full border border-current px-2 py-px whitespace-nowrap text-xs font-semibold text-signal">
      Sandbox
    </span>
  );
}
