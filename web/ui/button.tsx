// Buttons, icon buttons and the spinner.
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type Look = 'primary' | 'quiet' | 'plain' | 'danger' | 'danger-quiet';
type Size = 'small' | 'medium';

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent shadow-xs',
  quiet: 'bg-card border-line hover:bg-hover hover:border-field-line shadow-xs',
  plain: 'border-transparent text-muted hover:text-ink hover:bg-tint',
  danger: 'bg-danger text-card border-transparent hover:opacity-90 shadow-xs',
  'danger-quiet': 'bg-card border-line text-danger hover:bg-danger-tint hover:border-danger shadow-xs',
};
const sizes: Readonly<Record<Size, string>> = {
  small: 'min-h-8 px-2.5 text-[0.8125rem] gap-1.5 pointer-coarse:min-h-10',
  medium: 'min-h-9 px-3.5 gap-2 pointer-coarse:min-h-11',
};

export function buttonClass(look: Look, size: Size, className?: string): string {
  return classNames(
    'inline-flex items-center justify-center rounded-lg border py-1 font-semibold no-underline whitespace-nowrap',
    'transition-colors active:translate-y-px disabled:opacity-55 disabled:active:translate-y-0 aria-disabled:opacity-55',
    looks[look],
    sizes[size],
    className,
  );
}

export interface Looks {
  readonly look?: Look;
  readonly size?: Size;
  readonly icon?: IconName;
}

interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** Ignores clicks, shows a spinner and sets `aria-busy`. The button keeps the focus, which a disabled one loses. */
  readonly busy?: boolean;
}

export function Button({
  look = 'quiet',
  size = 'medium',
  icon,
  busy = false,
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy}
      className={buttonClass(look, size, className)}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  readonly icon: IconName;
  readonly label: string;
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-grid size-8 flex-none place-items-center rounded-lg text-muted hover:bg-tint hover:text-ink disabled:opacity-40 disabled:hover:bg-transparent pointer-coarse:size-11',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  );
}

export function Spinner({ className }: { readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      className={classNames('size-4 flex-none animate-spin', className)}
    >
      <circle cx="10" cy="10" r="7.5" className="fill-none stroke-current opacity-25" strokeWidth="2.5" />
      <path
        d="M17.5 10A7.5 7.5 0 0010 2.5"
        className="fill-none stroke-current"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
