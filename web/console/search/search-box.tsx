// Global search combobox: focused by `/` or Ctrl+K; arrow keys select, Enter opens.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SearchHit } from '../api.ts';
import { formatHitState, grouped, hitKinds } from './search-hits.ts';
import { searchQuery } from './search-queries.ts';

const DEBOUNCE_MS = 150;

export function SearchBox() {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const queryText = useDebounced(text.trim());
  const { data, error, isFetching } = useQuery(searchQuery(queryText));
  const [, navigate] = useLocation();
  useShortcut(() => input.current?.focus());
  const groups = queryText === '' ? [] : grouped(data?.data ?? []);
  const hits = groups.flatMap((group) => group.hits);
  const isListShown = isOpen && text.trim() !== '';

  function go(hit: SearchHit | undefined): void {
    if (!hit) return;
    setIsOpen(false);
    setText('');
    input.current?.blur();
    navigate(hitKinds[hit.kind].hrefOf(hit));
  }
  function handleInputKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      if (text === '') input.current?.blur();
      setText('');
      return;
    }
    if (event.key === 'Enter') {
      go(hits[activeIndex]);
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || hits.length === 0) return;
    event.preventDefault();
    setActiveIndex((at) => (at + step + hits.length) % hits.length);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left
    <div
      className="relative min-w-0 flex-1"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false);
      }}
    >
      <div className="relative max-w-md">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted"
        />
        <input
          ref={input}
          type="search"
          role="combobox"
          aria-label="Search everything"
          aria-expanded={isListShown}
          aria-controls={isListShown ? id : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isListShown && hits[activeIndex] ? `${id}-${activeIndex}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setActiveIndex(0);
            setIsOpen(true);
          }}
          onFocus={() => setIsOpen(true)}
          onKeyDown={handleInputKey}
          className="h-8 w-full min-w-0 rounded-lg border bg-card pr-8 pl-8 placeholder:text-muted focus-visible:outline-offset-0 pointer-coarse:h-10 pointer-coarse:text-base [&::-webkit-search-cancel-button]:hidden"
        />
        {text === '' && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-sm border px-1.5 font-mono text-[0.6875rem] text-muted max-sm:hidden"
          >
            /
          </span>
        )}
      </div>
      {isListShown && (
        <div className="absolute top-[calc(100%+0.375rem)] left-0 z-40 max-h-[70vh] w-full max-w-xl overflow-y-auto rounded-xl border bg-card shadow-float max-sm:fixed max-sm:inset-x-2 max-sm:top-14 max-sm:w-auto">
          <div id={id} role="listbox" aria-label="Search results" className="p-1.5">
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
              <div key={group.heading} role="group" aria-label={group.heading}>
                <p aria-hidden="true" className="eyebrow px-2.5 pt-2 pb-1">
                  {group.heading}
                </p>
                {group.hits.map((hit) => {
                  const index = hits.indexOf(hit);
                  return (
                    <HitOption
                      key={`${hit.kind} ${hit.id} ${hit.title}`}
                      id={`${id}-${index}`}
                      hit={hit}
                      isActive={index === activeIndex}
                      onChoose={() => go(hit)}
                      onPoint={() => setActiveIndex(index)}
                    />
                  );
                })}
              </div>
            ))}
          </div>
          <p role="status" className={hits.length > 0 ? 'sr-only' : 'px-4 pb-4 text-muted'}>
            {hits.length > 0
              ? `${hits.length} ${hits.length === 1 ? 'result' : 'results'}`
              : (error?.message ??
                (isFetching || queryText !== text.trim()
                  ? 'Searching…'
                  : 'No results. Try a confirmation code, a name, the last digits of a phone number, or a street.'))}
          </p>
        </div>
      )}
    </div>
  );
}

interface HitOptionProps {
  readonly id: string;
  readonly hit: SearchHit;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

function HitOption({ id, hit, isActive, onChoose, onPoint }: HitOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      onPointerMove={onPoint}
      onPointerDown={(event) => event.preventDefault()}
      className={classNames(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 py-1.5 pointer-coarse:min-h-11',
        isActive && 'bg-hover',
      )}
    >
      <Icon name={hitKinds[hit.kind].icon} className="text-muted" />
      <span
        className={classNames(
          'flex-none font-semibold',
          hit.kind === 'booking' && 'font-mono text-[0.8125rem]',
        )}
      >
        {hit.title}
      </span>
      <span className="min-w-0 flex-1 truncate text-[0.8125rem] text-muted">{hit.note}</span>
      {hit.state !== null && (
        <span className="flex-none text-[0.75rem] text-muted">{formatHitState(hit)}</span>
      )}
    </div>
  );
}

/** The value after typing has paused for DEBOUNCE_MS. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}

function useShortcut(open: () => void): void {
  useEffect(() => {
    function handleKey(event: globalThis.KeyboardEvent): void {
      const isCombination = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
      if (!isCombination && !isSlash) return;
      event.preventDefault();
      open();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  });
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
