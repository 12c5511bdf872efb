// Bar above the preview of a sandbox booking: what it is, and the way back to the booking in the portal.
import type { Words } from './messages.ts';

export function PreviewBar({ words }: { readonly words: Words }) {
  return (
    <aside aria-label={words.previewLabel} className="border-b bg-signal-tint text-[0.8125rem]">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-6">
        <p className="min-w-0 flex-1 basis-64">
          <span className="font-semibold">{words.previewTitle}</span> {words.preview}
        </p>
        <a
          href={location.pathname.replace(/\/tracking$/, '')}
          className="py-1 font-semibold underline underline-offset-2 pointer-coarse:py-3"
        >
          {words.previewBack}
        </a>
      </div>
    </aside>
  );
}
