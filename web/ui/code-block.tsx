// Code block with a title and a copy button. JSON is highlighted; long lines scroll inside the block, never the page.
import { Fragment, type ReactNode, useMemo } from 'react';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  readonly code: string;
  /** Heading of the block and accessible name of its copy button. */
  readonly title: string;
  readonly isJson?: boolean;
  /** Text to copy if it differs from the text shown, for example the exact bytes of formatted JSON. */
  readonly copied?: string;
  readonly maxHeight?: 'short' | 'tall';
  readonly aside?: ReactNode;
}

export function CodeBlock({ code, title, isJson = false, copied, maxHeight, aside }: CodeBlockProps) {
  const content = useMemo(() => (isJson ? colourJson(code) : code), [code, isJson]);
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border bg-code">
      <figcaption className="flex min-h-9 flex-wrap items-center justify-between gap-x-2 border-b pr-1 pl-3 text-xs font-medium text-muted">
        <span className="min-w-0 flex-1 truncate">{title}</span>
        {aside}
        <CopyButton text={copied ?? code} what={title} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard
        tabIndex={0}
        className={classNames(
          'overflow-auto p-3 font-mono text-xs leading-relaxed [overflow-wrap:normal] focus-visible:-outline-offset-2',
          maxHeight === 'short' && 'max-h-72',
          maxHeight === 'tall' && 'max-h-[34rem]',
        )}
      >
        <code>{content}</code>
      </pre>
    </figure>
  );
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;
/** Longer texts are not highlighted: one element per token would make rendering slow. */
const COLOURED_CHARACTERS = 60_000;

function colourJson(text: string): ReactNode {
  if (text.length > COLOURED_CHARACTERS) return text;
  const parts: ReactNode[] = [];
  let last = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(last, match.index));
    if (string !== undefined && colon !== undefined) parts.push(string, colon);
    else parts.push(<span className={string === undefined ? 'text-signal' : 'text-accent'}>{whole}</span>);
    last = match.index + whole.length;
  }
  parts.push(text.slice(last));
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never move
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>);
}
