// Modal side panel for content that does not fit on small screens. The native `<dialog>` element traps the focus and
// closes on Escape.
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';

interface DrawerProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open while mounted. Unmounting returns the focus to the element that had it before. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop repeats what Escape does
    <dialog
      ref={ref}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      className="m-0 h-dvh max-h-none w-[min(20rem,calc(100vw-3rem))] animate-slide border-r bg-card p-0 shadow-float backdrop:bg-[#0a1210]/45"
    >
      <div className="grid min-h-full content-start gap-3 p-4">
        <IconButton icon="close" label="Close" onClick={onClose} className="justify-self-end" />
        {children}
      </div>
    </dialog>
  );
}
