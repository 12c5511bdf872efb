// Button that copies a text to the clipboard and confirms it for two seconds.
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { useToast } from './toast.tsx';

const CONFIRMATION_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** Name of the copied thing, for the accessible name of the button. */
  readonly what: string;
  readonly label?: string;
  readonly look?: 'plain' | 'quiet';
}

export function CopyButton({ text, what, label = 'Copy', look = 'plain' }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      // The clipboard API needs a secure context and permission.
      toast(`The browser did not allow copying the ${what}. Select the text and copy it manually.`, 'bad');
    }
  }

  return (
    <Button
      look={look}
      size="small"
      icon={isCopied ? 'check' : 'copy'}
      aria-label={`${label === 'Copy' ? 'Copy' : `${label}:`} ${what}`}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}
