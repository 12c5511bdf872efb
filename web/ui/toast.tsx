// Toasts: short messages about the result of an action. Announced by screen readers (`role=status`), dismissed after a
// while.
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

const SHOWN_MS = 6_000;
/** Longer than SHOWN_MS, so that there is time to undo. */
const ACTION_SHOWN_MS = 10_000;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  readonly action?: ToastAction | undefined;
}

/** Optional action, for example undo. */
interface ToastAction {
  readonly label: string;
  readonly onChoose: () => void;
}

/** Returns a function that dismisses the toast. */
type ShowToast = (text: string, tone?: Toast['tone'], action?: ToastAction) => () => void;

const ToastContext = createContext<ShowToast>(() => () => {});

export function useToast(): ShowToast {
  return use(ToastContext);
}

let lastId = 0;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const showToast = useCallback<ShowToast>(
    (text, tone = 'good', action) => {
      lastId += 1;
      const toast = { id: lastId, text, tone, action };
      setToasts((shown) => [...shown.slice(-2), toast]);
      return () => dismiss(toast.id);
    },
    [dismiss],
  );
  const list = useMemo(
    () => toasts.map((toast) => <ToastItem key={toast.id} toast={toast} onDismiss={dismiss} />),
    [toasts, dismiss],
  );
  return (
    <ToastContext value={showToast}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-3 bottom-18 z-50 grid justify-items-center gap-2 sm:inset-x-auto sm:right-5 sm:justify-items-end lg:bottom-5"
      >
        {list}
      </div>
    </ToastContext>
  );
}

interface ToastItemProps {
  readonly toast: Toast;
  readonly onDismiss: (id: number) => void;
}

function ToastItem({ toast: { id, text, tone, action }, onDismiss }: ToastItemProps) {
  const shownMs = action ? ACTION_SHOWN_MS : SHOWN_MS;
  useEffect(() => {
    const timer = setTimeout(() => onDismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, onDismiss, shownMs]);
  return (
    <div className="pointer-events-auto flex max-w-md animate-rise items-center gap-2.5 rounded-xl bg-ink py-1.5 pr-1.5 pl-3.5 text-card shadow-float">
      <Icon name={tone === 'good' ? 'check' : 'alert'} />
      <p className="flex-1 py-1 font-medium">{unbrokenRanges(text)}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            onDismiss(id);
            action.onChoose();
          }}
          className="min-h-8 rounded-lg px-2.5 font-bold underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          {action.label}
        </button>
      )}
      <IconButton
        icon="close"
        label="Dismiss"
        onClick={() => onDismiss(id)}
        className="text-card! opacity-70 hover:bg-card/15! hover:opacity-100"
      />
    </div>
  );
}

/** Keeps "2–3 PM" on one line: browsers break lines after an en dash. The no-break space before "PM" does the rest. */
function unbrokenRanges(text: string): ReactNode {
  const [before, range, ...rest] = text.split(/(\S+–\S+)/);
  if (range === undefined) return text;
  return (
    <>
      {before}
      <span className="whitespace-nowrap">{range}</span>
      {unbrokenRanges(rest.join(''))}
    </>
  );
}
