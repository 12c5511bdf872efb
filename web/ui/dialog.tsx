// Modal dialog on the native `<dialog>` element, which traps the focus and closes on Escape.
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from './button.tsx';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Translated label of the close button. */
  readonly closeLabel?: string;
}

const fields = ':is(input:not([type=file]), select, textarea):enabled';

/**
 * Open while mounted. The focus begins on the control marked with `data-first`, else on the first field, else on the title.
 * Unmounting returns the focus to the element that had it before.
 */
export function Dialog({ title, onClose, children, actions, closeLabel = 'Close' }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    // Without a field to fill in, screen readers begin with the title, and Enter does not close the dialog.
    const first = ['[data-first]', fields, 'h2'].map((each) => dialog?.querySelector<HTMLElement>(each));
    first.find((each) => each)?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click on the backdrop repeats what Escape does
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
      }}
      className="m-auto w-[min(30rem,calc(100vw-1.5rem))] animate-rise rounded-2xl border bg-card p-0 shadow-float backdrop:bg-[#0a1210]/45 backdrop:backdrop-blur-[2px]"
    >
      <div className="grid gap-4 p-5 sm:p-6">
        <header className="flex items-start justify-between gap-3">
          <h2
            id={titleId}
            tabIndex={-1}
            className="text-lg leading-snug font-semibold tracking-tight outline-none"
          >
            {title}
          </h2>
          <IconButton icon="close" label={closeLabel} onClick={onClose} className="-mt-1 -mr-2" />
        </header>
        <div className="grid gap-3 text-muted">{children}</div>
        {actions !== undefined && (
          <footer className="mt-1 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">{actions}</footer>
        )}
      </div>
    </dialog>
  );
}

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirm: string;
  /** Label of the button that closes the dialog; another one if the action itself is a cancellation. */
  readonly dismiss?: string;
  readonly isDangerous?: boolean;
  readonly busy: boolean;
  /** What the confirmation depends on is missing. */
  readonly isDisabled?: boolean;
  readonly error?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks for confirmation and states the consequences of an action before it runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, confirm, dismiss = 'Cancel', isDangerous = false, busy, isDisabled = false, error } = props;
  const { onConfirm, onClose, children } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dismiss}</Button>
          <Button
            look={isDangerous ? 'danger' : 'primary'}
            busy={busy}
            disabled={isDisabled}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {error && (
        <p role="alert" className="font-medium text-danger">
          {error}
        </p>
      )}
    </Dialog>
  );
}
