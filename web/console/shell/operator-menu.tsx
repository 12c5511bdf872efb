// Who is signed in, with which role, and the way out.
import { useMutation } from '@tanstack/react-query';
import { Icon } from '../../ui/icon.tsx';
import { Menu, menuItemClass } from '../../ui/menu.tsx';
import { useSession, useWrite } from '../session-context.tsx';

export function OperatorMenu() {
  const { session, end } = useSession();
  const { name, email, role } = session.operator;
  const write = useWrite();
  const leave = useMutation({
    mutationFn: () => write('DELETE', '/session'),
    onSettled: () => end('signed-out'),
  });
  return (
    <Menu
      label={`${name}, ${role}`}
      buttonClass="grid size-8 place-items-center rounded-full bg-tint text-xs font-bold text-accent hover:opacity-85 pointer-coarse:size-11"
      button={<span aria-hidden="true">{initials(name)}</span>}
    >
      <p className="px-2.5 pt-1 pb-2">
        <span className="block font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-muted">{email}</span>
        <span className="mt-0.5 block text-[0.8125rem] text-muted capitalize">{role}</span>
      </p>
      <hr className="-mx-1.5 mb-1" />
      <button
        type="button"
        className={menuItemClass}
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        <Icon name="leave" />
        Sign out
      </button>
    </Menu>
  );
}

const graphemes = new Intl.Segmenter();

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word = '') => graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? '',
  );
  return letters.join('').toUpperCase();
}
