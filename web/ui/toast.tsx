// Short words about what just happened, read out by screen readers and gone after a while.
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

const SHOWN_MS = 6_000;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

type Announce = (text: string, tone?: Toast['tone']) => void;

const ToastContext = createContext<Announce>(() => {});

export function useToast(): Announce {
  return use(ToastContext);
}

let lastId = 0;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const announce = useCallback<Announce>((text, tone = 'good') => {
    lastId += 1;
    const toast = { id: lastId, text, tone };
    setToasts((shown) => [...shown.slice(-2), toast]);
  }, []);
  const list = useMemo(
    () => toasts.map((toast) => <ToastItem key={toast.id} toast={toast} onDismiss={dismiss} />),
    [toasts, dismiss],
  );
  return (
    <ToastContext value={announce}>
      {children}
      <div
        role="status"
        aria-live="polite"
        className="pointer-events-none fixed inset-x-3 bottom-3 z-50 grid justify-items-center gap-2 sm:inset-x-auto sm:right-5 sm:bottom-5 sm:justify-items-end"
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

function ToastItem({ toast: { id, text, tone }, onDismiss }: ToastItemProps) {
  useEffect(() => {
    const timer = setTimeout(() => onDismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, onDismiss]);
  return (
    <div className="pointer-events-auto flex max-w-md animate-rise items-center gap-2.5 rounded-xl bg-ink py-1.5 pr-1.5 pl-3.5 text-card shadow-float">
      <Icon name={tone === 'good' ? 'check' : 'alert'} />
      <p className="flex-1 py-1 font-medium">{text}</p>
      <IconButton
        icon="close"
        label="Dismiss"
        onClick={() => onDismiss(id)}
        className="text-card! opacity-70 hover:bg-card/15! hover:opacity-100"
      />
    </div>
  );
}
