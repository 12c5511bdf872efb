// Menu of the signed-in operator: name, role, account page, sign-out.
import { useMemo } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../ui/icon.tsx';
import { Menu, menuItemClass } from '../../ui/menu.tsx';
import { useSession } from '../session-context.tsx';
import { useSignOut } from './use-sign-out.ts';

export function OperatorMenu() {
  const { name, email, role } = useSession().session.operator;
  const letters = useMemo(() => initials(name), [name]);
  const signOut = useSignOut();
  return (
    <Menu
      label={`${name}, ${role}`}
      buttonClass="grid size-8 place-items-center rounded-full bg-tint text-xs font-bold text-accent hover:opacity-85 pointer-coarse:size-11"
      button={<span aria-hidden="true">{letters}</span>}
    >
      <p className="px-2.5 pt-1 pb-2">
        <span className="block font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-muted">{email}</span>
        <span className="mt-0.5 block text-[0.8125rem] text-muted capitalize">{role}</span>
      </p>
      <hr className="-mx-1.5 mb-1" />
      <Link href="/account" className={menuItemClass}>
        <Icon name="user" />
        Your account
      </Link>
      <button
        type="button"
        className={menuItemClass}
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      >
        <Icon name="leave" />
        Sign out
      </button>
    </Menu>
  );
}

function initials(name: string): string {
  // Not while scripts are evaluated: the first use of Intl loads locale data, which takes long.
  const graphemes = new Intl.Segmenter();
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word = '') => graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '',
  );
  return letters.join('').toUpperCase();
}
