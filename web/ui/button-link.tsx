// Links styled as buttons. Apart from the buttons: pages without routes load no router.
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonClass, type Looks } from './button.tsx';
import { Icon } from './icon.tsx';

interface ButtonLinkProps extends Looks {
  readonly href: string;
  readonly children: ReactNode;
  readonly className?: string;
}

export function ButtonLink({
  look = 'quiet',
  size = 'medium',
  icon,
  href,
  children,
  className,
}: ButtonLinkProps) {
  return (
    <Link href={href} className={buttonClass(look, size, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
